"""Code generated from proto/ by tools/gen_proto.py, and verify.binpb, the descriptor set. Do not edit."""
