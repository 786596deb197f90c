"""The classic citation exercise in Chinese: three pieces of a returns policy, four right answers, four wrong ones.

Every wording was written before the engine was run. Each wrong answer must fail for its own reason and for no other's.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from sidecar import CitationPolicy, Config, Outcome, Report, Request, Source, Verdict, verify
from sidecar.model import CitationStatus


@dataclass(frozen=True, slots=True)
class Wording:
    """Three pieces (freight, review, refund) and ways to answer from them."""

    pieces: tuple[str, str, str]
    right: tuple[str, ...]
    joint: tuple[str, ...]
    """Right answers that cite [1] and [3] together."""
    freight: tuple[str, ...]
    """Wrong: somebody else pays the freight."""
    review: tuple[str, ...]
    """Wrong: the review takes another time."""


WORDINGS = {
    "plain": Wording(
        (
            "退货产生的运费由买家承担。",
            "收到退货申请后，平台在四十八小时内完成审核。",
            "退款将在一至三个工作日内到账。",
        ),
        (
            "退货产生的运费由买家承担 [1]。",
            "退货运费由买家承担 [1]。",
            "平台在四十八小时内完成审核 [2]。",
            "审核会在48小时内完成 [2]。",
            "退款将在一至三个工作日内到账 [3]。",
            "退款1到3个工作日内到账[3]。",
        ),
        ("退货运费由买家承担，退款三个工作日内到账 [1][3]。", "运费由买家承担，退款将在三个工作日内到账[1, 3]。"),
        (
            "退货产生的运费由商家承担 [1]。",
            "退货运费由商家承担 [1]。",
            "退货运费由平台承担[1]。",
            "退货的运费由卖家承担 [1]。",
        ),
        ("审核要一周 [2]。", "平台在七十二小时内完成审核 [2]。", "审核需要五天 [2]。"),
    ),
    "conditions": Wording(
        (
            "因个人原因申请退货的，寄回商品的运费由买家自行承担。",
            "退货申请提交后，客服团队会在四十八小时之内给出审核结果。",
            "审核通过后，款项于一到三个工作日内原路退回付款账户。",
        ),
        (
            "寄回商品的运费由买家自行承担 [1]。",
            "因个人原因退货的，运费由买家承担 [1]。",
            "客服团队会在四十八小时之内给出审核结果 [2]。",
            "退货申请提交后，48小时之内给出审核结果[2]。",
            "款项于一到三个工作日内原路退回付款账户 [3]。",
            "审核通过后，款项在一到三个工作日内原路退回 [3]。",
        ),
        (
            "寄回商品的运费由买家承担，款项于三个工作日内原路退回付款账户 [1][3]。",
            "退货运费由买家自行承担，审核通过后三个工作日内原路退回款项 [1] [3]。",
        ),
        (
            "寄回商品的运费由商家自行承担 [1]。",
            "因个人原因退货的，运费由商家承担 [1]。",
            "寄回商品的运费由平台承担 [1]。",
        ),
        (
            "审核要一周 [2]。",
            "客服团队会在二十四小时之内给出审核结果 [2]。",
            "退货申请提交后，三天之内给出审核结果[2]。",
        ),
    ),
    "numbers": Wording(
        (
            "无理由退货时，来回运费均由买家负担，请勿使用到付。",
            "审核时限：自仓库签收之日起四十八小时内完成。",
            "退款时效：审核完成后1-3个工作日退至原支付方式。",
        ),
        (
            "无理由退货时，来回运费均由买家负担 [1]。",
            "来回运费由买家负担[1]。",
            "审核自仓库签收之日起四十八小时内完成 [2]。",
            "仓库签收后两天内完成审核 [2]。",
            "审核完成后1-3个工作日退至原支付方式 [3]。",
            "审核完成后一至三个工作日，退款退至原支付方式 [3]。",
        ),
        ("来回运费均由买家负担，退款在三个工作日内退至原支付方式 [1][3]。",),
        ("无理由退货时，来回运费均由商家负担 [1]。", "来回运费由商家负担[1]。", "来回运费均由仓库负担 [1]。"),
        ("审核要一周 [2]。", "审核自仓库签收之日起36小时内完成 [2]。", "仓库签收后十天内完成审核 [2]。"),
    ),
    "buyer-party": Wording(
        (
            "退货所需的物流费用由买方支付。",
            "卖方应当在收到退货后四十八小时以内完成审核。",
            "退款一般需要一至三个工作日，具体以到账为准。",
        ),
        (
            "退货所需的物流费用由买方支付 [1]。",
            "退货的物流费用由买家支付 [1]。",
            "卖方应当在收到退货后四十八小时以内完成审核 [2]。",
            "收到退货后，卖方在48小时以内完成审核 [2]。",
            "退款一般需要一至三个工作日 [3]。",
            "退款需要1～3个工作日 [3]。",
        ),
        ("退货的物流费用由买方支付，退款一般需要三个工作日 [1][3]。",),
        ("退货所需的物流费用由卖方支付 [1]。", "退货的物流费用由商家支付 [1]。"),
        ("审核要一周 [2]。", "收到退货后，卖方在两周以内完成审核 [2]。"),
    ),
}
OTHERS = (
    "发票将在订单完成后以电子邮件形式发送。",
    "会员积分每年年底清零。",
    "生鲜类目不支持预售。",
    "优惠券仅限本人使用，不可转赠。",
    "门店营业至晚上十点。",
    "礼品卡余额可以查询。",
    "大件家具需要预约安装师傅上门。",
)
"""Seven pieces about other things: with the first three they make ten."""
BANK = ("以银行为准 [{0}]。", "具体到账时间以银行为准[{0}]。", "到账时间请以发卡银行的通知为准 [{0}]。")
ADVICE = ("具体可以咨询客服。", "如有疑问，可以联系在线客服。", "详情可以拨打客服热线咨询。")
OWN_REASONS = frozenset({"subject-conflict", "citation-out-of-range", "citation-missing"})
SIZES = (3, 10)


def _check(wording: Wording, answer: str, size: int) -> Report:
    texts = (*wording.pieces, *OTHERS)[:size]
    sources = tuple(Source(f"p{number}", text, page=number) for number, text in enumerate(texts, 1))
    return verify(Request(answer, sources, config=Config(citation_policy=CitationPolicy(required=True))))


def _reasons(report: Report) -> set[str]:
    return {finding.reason_id for finding in report.findings}


def _rows(field: str) -> list[object]:
    return [
        pytest.param(wording, answer, size, id=f"{name}-{size}-{answer}")
        for name, wording in WORDINGS.items()
        for answer in getattr(wording, field)
        for size in SIZES
    ]


def _of_each_wording(answers: tuple[str, ...]) -> list[object]:
    return [
        pytest.param(wording, answer, size, id=f"{name}-{size}-{answer}")
        for name, wording in WORDINGS.items()
        for answer in answers
        for size in SIZES
    ]


@pytest.mark.parametrize(("wording", "answer", "size"), _rows("right"))
def test_right_answer_passes(wording: Wording, answer: str, size: int) -> None:
    report = _check(wording, answer, size)
    assert report.outcome == Outcome.PASS, _reasons(report)
    assert [citation.status for citation in report.citations] == [CitationStatus.OK]
    assert Verdict.SUPPORTED in {claim.verdict for claim in report.claims}


@pytest.mark.parametrize(("wording", "answer", "size"), _rows("joint"))
def test_right_answer_on_two_pieces_passes(wording: Wording, answer: str, size: int) -> None:
    report = _check(wording, answer, size)
    assert report.outcome == Outcome.PASS, _reasons(report)
    cited = [name for citation in report.citations for name in citation.source_ids]
    assert cited == ["p1", "p3"]
    assert "range-end" in _reasons(report), "three days is one end of one to three"


@pytest.mark.parametrize(("wording", "answer", "size"), _rows("freight"))
def test_wrong_payer_fails_for_its_subject(wording: Wording, answer: str, size: int) -> None:
    report = _check(wording, answer, size)
    assert report.outcome == Outcome.FAIL
    assert _reasons(report) & OWN_REASONS == {"subject-conflict"}
    assert not any(reason.startswith("quantity-") for reason in _reasons(report))
    conflict = next(finding for finding in report.findings if finding.reason_id == "subject-conflict")
    assert [ref.source_id for ref in conflict.refs] == ["p1"]
    assert report.claims[0].verdict == Verdict.CONTRADICTED


@pytest.mark.parametrize(("wording", "answer", "size"), _rows("review"))
def test_wrong_duration_fails_for_its_quantity(wording: Wording, answer: str, size: int) -> None:
    report = _check(wording, answer, size)
    assert report.outcome == Outcome.FAIL
    assert not _reasons(report) & OWN_REASONS
    assert "quantity-not-in-evidence" in _reasons(report)
    assert [quantity.kind for quantity in report.quantities] == ["duration"]


@pytest.mark.parametrize(("wording", "answer", "size"), _of_each_wording(BANK))
def test_marker_beyond_the_pieces_fails_as_out_of_range(wording: Wording, answer: str, size: int) -> None:
    number = size + 1
    report = _check(wording, answer.format(number), size)
    assert report.outcome == Outcome.FAIL
    assert _reasons(report) & OWN_REASONS == {"citation-out-of-range"}
    assert [citation.unresolved_ids for citation in report.citations] == [(str(number),)]
    assert [citation.source_ids for citation in report.citations] == [()]


@pytest.mark.parametrize(("wording", "answer", "size"), _of_each_wording(ADVICE))
def test_advice_without_a_marker_fails_as_missing(wording: Wording, answer: str, size: int) -> None:
    report = _check(wording, answer, size)
    assert report.outcome == Outcome.FAIL
    assert _reasons(report) & OWN_REASONS == {"citation-missing"}
    assert report.citations == ()


@pytest.mark.parametrize("name", WORDINGS)
def test_right_answers_together_pass_and_one_wrong_sentence_spoils_only_itself(name: str) -> None:
    wording = WORDINGS[name]
    right = "".join(wording.right[::2])
    report = _check(wording, right, 3)
    assert report.outcome == Outcome.PASS, _reasons(report)
    assert [claim.verdict for claim in report.claims] == [Verdict.SUPPORTED] * 3

    spoiled = _check(wording, right + wording.freight[0], 3)
    assert spoiled.outcome == Outcome.FAIL
    assert [claim.verdict for claim in spoiled.claims] == [Verdict.SUPPORTED] * 3 + [Verdict.CONTRADICTED]


def test_no_party_of_the_exercise_is_named_in_the_code() -> None:
    """The checks are general: the parties of this exercise stand in documents, tests and lists of roles."""
    root = Path(__file__).parents[2]
    parties = ("买家", "买方", "卖家", "卖方", "商家", "買家", "賣家", "buyer", "merchant")
    files = [
        path
        for folder in ("sidecar", "csrc/src", "csrc/include")
        for path in (root / folder).rglob("*")
        if path.suffix in {".py", ".pyx", ".pxd", ".cpp", ".hpp"} and "demo_data" not in path.parts
    ]
    assert len(files) > 50
    named = [
        f"{path.relative_to(root)}: {party}"
        for path in files
        for party in parties
        if party in path.read_text(encoding="utf-8")
    ]
    assert not named
