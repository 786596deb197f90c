"""Generated from proto/ by tools/gen_proto.py, beside verify.binpb, the descriptor set. Do not edit."""
