"""JSON web tokens; bearer, basic and other credentials in requests."""

from .model import parse

JWT = parse(r"""
=== jwt-bearer-header
Authorization: Bearer <<!jwt>>
=== jwt-curl
curl -H 'Authorization: Bearer <<!jwt.rs>>' https://<<site>>/v1/me
=== jwt-cookie
Set-Cookie: session=<<!jwt>>; Path=/; HttpOnly; Secure; SameSite=Lax
=== jwt-login-response
HTTP/1.1 200 OK
content-type: application/json

{"access_token":"<<!jwt.rs>>","expires_in":3600,"token_type":"Bearer"}
=== jwt-refresh-pair
{"accessToken": "<<!jwt>>", "refreshToken": "<<!jwt>>"}
=== jwt-id-token
id_token=<<!jwt.rs>>&state=<<lo.8>>
=== jwt-url
wss://<<site>>/socket?token=<<!jwt>>
=== jwt-magic-link
Open https://<<noun>>.dev/verify?t=<<!jwt>>&next=%2Finbox to continue
=== jwt-local-storage
localStorage.setItem("auth", "<<!jwt>>");
=== jwt-python
token = jwt.encode(claims, key)
print(token)
# <<!jwt>>
=== jwt-decode-call
>>> jwt.decode("<<!jwt.rs>>", options={"verify_signature": False})
{'sub': '<<lo.12>>'}
=== jwt-log
<<date>>T<<clock>>Z WARN  auth rejected jwt=<<!jwt>> reason=expired
=== jwt-k8s
$ kubectl -n <<noun>> create token builder
<<!jwt.k8s>>
=== jwt-k8s
apiVersion: v1
kind: Config
users:
- name: deployer
  user:
    token: <<!jwt.k8s>>
=== jwt-k8s-mounted
$ cat /var/run/secrets/kubernetes.io/serviceaccount/token
<<!jwt.k8s>>
=== jwt-supabase
const supabase = createClient(url, "<<!jwt>>")  // service_role
=== jwt-env
SUPABASE_SERVICE_ROLE_KEY=<<!jwt>>
=== jwt-graphql
{"headers":{"authorization":"JWT <<!jwt>>"},"query":"{ me { id } }"}
=== jwt-bare raw
<<!jwt>>
=== jwt-in-sentence
Decoding <<!jwt>> shows that the audience is wrong.
=== jwt-quoted-diff
-    "jwt": "<<!jwt>>",
+    "jwt": null,
=== jwt-fixture
@pytest.fixture
def expired_jwt() -> str:
    return "<<!jwt>>"
=== jwt-postman
{"key": "bearerToken", "value": "<<!jwt>>", "type": "string"}
=== jwt-proto-header
grpcurl -H "authorization: <<!jwt.rs>>" <<host>>:<<port>> list
=== jwt-wrapped-json
{"result":"{\"token\":\"<<!jwt>>\",\"ok\":true}"}
=== jwt-html
<meta name="auth" content="<<!jwt>>">
=== jwt-argo
argocd login <<host>> --auth-token <<!jwt>>
""")

BEARER = parse(r"""
=== bearer-opaque
Authorization: Bearer <<!shape.[an40]>>
=== bearer-curl
curl -X POST https://<<site>>/jobs -H "authorization: bearer <<!shape.[us43]>>"
=== bearer-curl-single
curl -sS -H 'Authorization: Bearer <<!shape.[hx64]>>' https://<<site>>/health
=== bearer-python
headers = {"Authorization": "Bearer <<!shape.[us48]>>", "Accept": "*/*"}
=== bearer-js
axios.defaults.headers.common['Authorization'] = 'Bearer <<!shape.[an36]>>';
=== bearer-go
req.Header.Set("Authorization", "Bearer <<!shape.[an44]>>")
=== bearer-httpie
http GET https://<<site>>/v1/me Authorization:"Bearer <<!shape.[us40]>>"
=== bearer-dump
> GET /v1/items HTTP/2
> Host: <<site>>
> user-agent: curl/8.5.0
> authorization: Bearer <<!shape.[an32]>>
> accept: */*
=== bearer-json-header
{"method":"GET","headers":{"Authorization":"Bearer <<!shape.[us52]>>"}}
=== bearer-java
.header("Authorization", "Bearer " + "<<!shape.[an38]>>")
=== bearer-token-scheme
Authorization: Token <<!shape.[hx40]>>
=== bearer-apikey-scheme
Authorization: ApiKey <<!shape.[b658]==>>
=== bearer-proxy
Proxy-Authorization: Basic <<!basic>>
=== basic-header
Authorization: Basic <<!basic>>
=== basic-curl
curl -H "Authorization: Basic <<!basic>>" https://<<site>>/admin
=== basic-docker-auth
{
  "auths": {
    "registry.<<noun>>.dev": { "auth": "<<!basic>>" }
  }
}
=== basic-npmrc
//npm.<<noun>>.dev/:_auth=<<!basic>>
always-auth=true
=== basic-node
const auth = "Basic <<!basic>>";
=== basic-k8s-dockerconfig
  .dockerconfigjson: eyJhdXRocyI6<<!shape.[b6160]>>
=== bearer-x-auth
X-Auth-Token: <<!shape.[an32]>>
=== bearer-x-access
x-access-token: <<!shape.[us40]>>
=== bearer-api-key-header
requests.get(url, headers={"X-API-KEY": "<<!shape.[hx32]>>"})
=== bearer-apikey-lower
apikey: <<!shape.[an40]>>
=== bearer-subscription
Ocp-Apim-Subscription-Key: <<!shape.[hx32]>>
=== cookie-session
Cookie: theme=dark; sessionid=<<!shape.[lo32]>>; lang=en
=== cookie-php
Cookie: PHPSESSID=<<!shape.[lo26]>>
=== cookie-java
Set-Cookie: JSESSIONID=<<!shape.[HX32]>>; Path=/; HttpOnly
=== cookie-connect
set-cookie: connect.sid=s%3A<<!shape.[us32]>>.<<!shape.[an43]>>; Path=/
=== cookie-curl
curl --cookie "session_token=<<!shape.[us43]>>" https://<<site>>/account
=== cookie-laravel
laravel_session=<<!shape.[an40]>>; expires=Tue, 01-Jul-2031 10:00:00 GMT
=== cookie-next-auth
next-auth.session-token=<<!uuid>>
=== cookie-jar
.<<noun>>.dev<<tab>>TRUE<<tab>>/<<tab>>TRUE<<tab>>0<<+>>
<<tab>>auth_token<<tab>><<!shape.[hx40]>>
=== cookie-playwright
{"name":"session_id","value":"<<!shape.[us36]>>","domain":"<<noun>>.dev"}
=== query-token
GET /api/export?format=csv&token=<<!shape.[hx40]>> HTTP/1.1
=== query-api-key
https://<<site>>/v1/geo?q=<<noun>>&api_key=<<!shape.[an32]>>&lang=en
=== query-key-and-token
https://api.trello.com/1/boards?key=<<!shape.[hx32]>>&token=<<!shape.[hx64]>>
=== query-password
https://<<site>>/login?user=<<noun>>&password=<<!pwx>>
=== query-client-secret
POST /oauth/token grant_type=client_credentials&client_id=<<noun>>&<<+>>
client_secret=<<!shape.[an40]>>
=== query-signature
https://cdn.<<noun>>.dev/f.zip?Expires=1900000000&Signature=<<!shape.[us80]>>__
=== query-refresh
grant_type=refresh_token&refresh_token=<<!shape.[us64]>>
=== query-fragment
https://<<noun>>.dev/callback#access_token=<<!shape.[an43]>>&token_type=bearer
=== query-code
http://localhost:8085/?code=4/0A<<!shape.[us70]>>&scope=openid
=== graphql-variable
{"variables":{"authToken":"<<!shape.[an36]>>"},"operationName":"Me"}
=== ws-subprotocol
new WebSocket(url, ["bearer", "<<!shape.[us43]>>"])
=== totp-secret
otpauth://totp/<<noun>>:<<noun>>?secret=<<!shape.[b332]>>&issuer=<<noun>>
=== recovery-codes
Your recovery codes:
<<!shape.[lo5]-[lo5]>>
<<!shape.[lo5]-[lo5]>>
<<!shape.[lo5]-[lo5]>>
""")
