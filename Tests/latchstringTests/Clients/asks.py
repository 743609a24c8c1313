"""Signs somebody in at an OpenID Provider with Authlib, or with oauthlib and requests-oauthlib, as their users would.

asks.py authlib|requests_oauthlib ISSUER CLIENT SECRET REDIRECT SCOPE

Prints the address to which a browser is sent, reads the one to which it came back, and prints as JSON what it learned.
"""

import json
import os
import sys

import requests

library, issuer, client, secret, redirect, scope = sys.argv[1:7]
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"  # the test's site is on loopback
found = requests.get(issuer + "/.well-known/openid-configuration", timeout=20).json()
assert found["issuer"] == issuer, found


def claims(token):
    from authlib.jose import JsonWebKey, JsonWebToken

    keys = JsonWebKey.import_key_set(requests.get(found["jwks_uri"], timeout=20).json())
    read = JsonWebToken(["RS256", "ES256"]).decode(
        token["id_token"],
        keys,
        claims_options={
            "iss": {"essential": True, "value": issuer},
            "aud": {"essential": True, "value": client},
        },
    )
    read.validate(leeway=300)
    return dict(read)


def sent(address):
    print(address, flush=True)
    return sys.stdin.readline().strip()


if library == "authlib":
    from authlib.common.security import generate_token
    from authlib.integrations.requests_client import OAuth2Session

    session = OAuth2Session(client, secret, scope=scope, redirect_uri=redirect, code_challenge_method="S256")
    verifier = generate_token(48)
    address, state = session.create_authorization_url(
        found["authorization_endpoint"], code_verifier=verifier, nonce="the nonce"
    )
    token = session.fetch_token(
        found["token_endpoint"], authorization_response=sent(address), code_verifier=verifier, state=state
    )
    info = session.get(found["userinfo_endpoint"], timeout=20).json()
    again = session.refresh_token(found["token_endpoint"])
    session.revoke_token(found["revocation_endpoint"], again["refresh_token"], token_type_hint="refresh_token")
else:
    from requests_oauthlib import OAuth2Session

    session = OAuth2Session(client, scope=scope.split(), redirect_uri=redirect)
    address, _ = session.authorization_url(found["authorization_endpoint"], nonce="the nonce")
    token = session.fetch_token(
        found["token_endpoint"], authorization_response=sent(address), client_secret=secret, timeout=20
    )
    info = session.get(found["userinfo_endpoint"], timeout=20).json()
    again = session.refresh_token(found["token_endpoint"], auth=(client, secret), timeout=20)

print(json.dumps({"claims": claims(token), "again": claims(again), "info": info, "scope": token["scope"]}), flush=True)
