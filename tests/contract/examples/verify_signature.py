import hashlib
import hmac
import re
import time

WINDOW_SECONDS = 300


def is_from_gateway(secrets, method, target, headers):
    """secrets: the one in use and, while it is being changed, the one before. target: path and query as received."""
    match = re.fullmatch(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})", headers.get("x-gateway-signature", ""))
    if not match:
        return False
    sent, signature = match.groups()
    if abs(time.time() - int(sent)) > WINDOW_SECONDS:
        return False
    text = "\n".join([sent, method, target, headers.get("x-request-id", "")]).encode()
    made = [hmac.new(secret.encode(), text, hashlib.sha256).hexdigest() for secret in secrets]
    return any(hmac.compare_digest(one, signature) for one in made)
