#!/usr/bin/env bash
# Builds deploy/Dockerfile with buildah on a Debian that debootstrap makes, and runs the demo in the image: as its user, on a
# read-only root file system, with a small /tmp. Nothing is left behind. Needs root.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1:-}" = "--inside" ]; then  # in a mount namespace of its own: the image's root, then a command with its arguments
  root="$2"
  mount --bind "$root" "$root"
  mount -o remount,ro,bind "$root"
  mount -t tmpfs -o size=16m,mode=1777 tmpfs "$root/tmp"
  mount -t proc proc "$root/proc"
  exec chroot --userspec=65532:65532 "$root" /usr/bin/env -i PATH=/opt/verify-sidecar/bin:/usr/bin:/bin "${@:3}"
fi

work="$(mktemp -d)"
image() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
end() {
  image rm --all >"$work/end" 2>&1 || cat "$work/end"
  rm -rf --one-file-system "$work"
}
trap end EXIT
export BUILDAH_ISOLATION=chroot

debootstrap --variant=minbase bookworm "$work/debian" >"$work/log" || { tail -n 20 "$work/log"; exit 1; }
base="$(image from scratch)"
image copy --quiet "$base" "$work/debian" /
image commit --quiet "$base" local/debian:try

# An authority of one's own for the index of Python packages, where this machine has one.
authority=()
if [ -n "${PIP_CERT:-}" ]; then
  authority=(--build-arg PIP_CERT=/run/authority.pem --volume "$PIP_CERT:/run/authority.pem:ro")
fi
image bud --layers=false --file deploy/Dockerfile --ignorefile .dockerignore --build-arg BASE=local/debian:try \
  "${authority[@]}" --tag local/verify-sidecar:try . >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }

user="$(image inspect --type image --format '{{.OCIv1.Config.User}}' local/verify-sidecar:try)"
[ "$user" = "65532:65532" ] || { echo "the image's user is '$user', not 65532:65532"; exit 1; }
root="$(image mount "$(image from --pull-never local/verify-sidecar:try)")"
inside() { unshare --mount bash "$PWD/tests/deploy/try_image.sh" --inside "$root" "$@"; }
if inside sh -c 'touch /opt/mine || touch /var/mine' 2>"$work/log"; then
  echo "the root file system can be written to"
  exit 1
fi
inside verify-sidecar info | sed -n 1,3p
inside verify-sidecar demo | tail -n 1
echo "the image has $(du -sm "$root" | cut -f1) MB, of which /opt/verify-sidecar $(du -sm "$root/opt/verify-sidecar" | cut -f1)"
