"""Digests, public keys, identifiers: random-looking and not secret."""

from .model import parse

TEMPLATES = parse(r"""
=== git-sha
commit <<hex.40>>
Merge: <<hex.7>> <<hex.7>>

    <<verb>> the <<noun>>
=== git-sha
<<hex.40>> refs/heads/<<noun>>
<<hex.40>> refs/tags/v<<ver>>
=== git-sha
<<hex.7>> (HEAD -> main, origin/main) <<verb>> <<noun>>
<<hex.7>> <<verb>> <<noun>>
=== git-sha
index <<hex.7>>..<<hex.7>> 100644
--- a/<<noun>>.py
+++ b/<<noun>>.py
=== git-sha
   <<hex.7>>..<<hex.7>>  main -> main
=== git-sha
Fixed in <<hex.40>>, see the <<noun>> branch.
=== git-tree
100644 blob <<hex.40>>    <<noun>>.md
040000 tree <<hex.40>>    src
=== git-lfs
version https://git-lfs.github.com/spec/v1
oid sha256:<<hex.64>>
size <<num>>
=== git-submodule
-<<hex.40>> vendor/<<noun>> (v<<ver>>)
=== git-rebase
pick <<hex.7>> <<verb>> <<noun>>
squash <<hex.7>> <<verb>> <<noun>>
=== action-pin
      - uses: actions/checkout@<<hex.40>> # v4.1.1
=== pre-commit-rev
  rev: <<hex.40>>  # frozen: v<<ver>>
=== uuid
request <<uuid>> took <<num>> ms
=== uuid
session_id: <<uuid>>
parent_uuid: <<uuid>>
=== uuid
{"uuid":"<<uuid>>","parentUuid":"<<uuid>>","isSidechain":false,"type":"user"}
=== uuid
id = UUID("<<uuid>>")
=== sha256-sum
<<hex.64>>  <<noun>>-<<ver>>.tar.gz
=== sha256-sum
sha256sum: <<noun>>.iso: OK
SHA256 (<<noun>>.iso) = <<hex.64>>
=== md5-sum
<<hex.32>>  <<noun>>.bin
=== sha1-sum
<<hex.40>> *<<noun>>.exe
=== sha512-sum
<<hex.128>>  <<noun>>-<<ver>>.zip
=== npm-integrity
    "node_modules/<<noun>>": {
      "version": "<<ver>>",
      "integrity": "sha512-<<b64.86>>==",
      "license": "MIT"
    }
=== yarn-lock
<<noun>>@^<<ver>>:
  version "<<ver>>"
  resolved "https://registry.yarnpkg.com/<<noun>>/-/<<noun>>-<<ver>>.tgz#<<hex.40>>"
  integrity sha512-<<b64.86>>==
=== yarn-berry
"@babel/<<noun>>@npm:^<<ver>>":
  version: <<ver>>
  checksum: 10/<<hex.128>>
=== pnpm-lock
  /<<noun>>@<<ver>>:
    resolution: {integrity: sha512-<<b64.86>>==}
=== sri
<script src="/<<noun>>.js" integrity="sha384-<<b64.64>>" crossorigin></script>
=== pip-hash
<<noun>>==<<ver>> \
    --hash=sha256:<<hex.64>> \
    --hash=sha256:<<hex.64>>
=== poetry-lock
    {file = "<<noun>>-<<ver>>-py3-none-any.whl", hash = "sha256:<<hex.64>>"},
=== uv-lock
sdist = { url = "https://files.pythonhosted.org/packages/<<+>>
<<hex.2>>/<<hex.2>>/<<hex.60>>/<<noun>>-<<ver>>.tar.gz", <<+>>
hash = "sha256:<<hex.64>>", size = <<num>> }
=== pipfile-lock
"_meta": { "hash": { "sha256": "<<hex.64>>" } }
=== go-sum
github.com/<<noun>>/<<noun>> v<<ver>> h1:<<b64.43>>=
github.com/<<noun>>/<<noun>> v<<ver>>/go.mod h1:<<b64.43>>=
=== cargo-checksum
[[package]]
name = "<<noun>>"
version = "<<ver>>"
checksum = "<<hex.64>>"
=== gem-checksum
  <<noun>> (<<ver>>) sha256=<<hex.64>>
=== composer-reference
"reference": "<<hex.40>>", "shasum": ""
=== terraform-lock
    "h1:<<b64.43>>=",
    "zh:<<hex.64>>",
=== nix-hash
  sha256 = "sha256-<<b64.43>>=";
  version = "<<ver>>";
=== nix-store
/nix/store/<<lo.32>>-<<noun>>-<<ver>>/bin/<<noun>>
=== nix-flake
"narHash": "sha256-<<b64.43>>=", "rev": "<<hex.40>>"
=== bazel
    sha256 = "<<hex.64>>",
    strip_prefix = "<<noun>>-<<ver>>",
=== cmake
  URL_HASH SHA256=<<hex.64>>  # <<noun>>
=== homebrew
  sha256 cellar: :any, arm64_sonoma: "<<hex.64>>"
=== gradle-wrapper
distributionSha256Sum=<<hex.64>>
=== swift-resolved
"revision" : "<<hex.40>>", "version" : "<<ver>>"
=== debian-package
Package: <<noun>>
Size: <<num>>
SHA256: <<hex.64>>
=== helm-digest
digest: sha256:<<hex.64>>
generated: "<<date>>T<<clock>>Z"
=== docker-digest
FROM python:3.12-slim@sha256:<<hex.64>>
=== docker-digest
<<noun>>: digest: sha256:<<hex.64>> size: <<num>>
=== docker-layers
<<hex.12>>: Pull complete
<<hex.12>>: Already exists
=== docker-ps
CONTAINER ID   IMAGE        COMMAND   STATUS
<<hex.12>>   <<noun>>:1   "serve"   Up <<num.50>> hours
=== docker-history
 => => writing image sha256:<<hex.64>>  0.0s
 => => naming to docker.io/library/<<noun>>  0.0s
=== data-uri
<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA<<b64.900>>==" alt="<<noun>>">
=== data-uri
url("data:font/woff2;base64,d09GMgABAAAAA<<b64.1500>>")
=== base64-image
"image": "/9j/4AAQSkZJRgABAQAAAQABAAD/<<b64.2000>>"
=== base64-svg
background: url(data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3<<b64.300>>)
=== colour
--accent: #<<hex.6>>; --ink: #<<hex.3>>; border: 1px solid #<<hex.8>>;
=== tool-id
{"type":"tool_use","id":"toolu_01<<an.22>>","name":"read_file"}
=== tool-id
{"tool_call_id":"call_<<an.24>>","role":"tool","content":"<<noun>>"}
=== message-id
{"id":"msg_01<<an.22>>","type":"message","role":"assistant"}
=== message-id
"id": "chatcmpl-<<an.29>>", "object": "chat.completion"
=== request-id
API error 529 overloaded (request id: req_011C<<an.20>>)
=== request-id
X-Request-Id: <<uuid>>
X-Amzn-Trace-Id: Root=1-<<hex.8>>-<<hex.24>>
=== request-id
cf-ray: <<hex.16>>-AMS
etag: W/"<<hex.32>>"
=== object-id
thread_<<an.24>> run_<<an.24>> asst_<<an.24>>
=== object-id
{"_id":{"$oid":"<<hex.24>>"},"kind":"<<noun>>"}
=== object-id
price_1N<<an.22>> -> cus_<<an.14>> (sub_1N<<an.22>>)
=== cloud-id
i-0<<hex.16>>  vpc-0<<hex.16>>  ami-0<<hex.16>>  running
=== trace-id
traceparent: 00-<<hex.32>>-<<hex.16>>-01
=== trace-id
trace_id=<<hex.32>> span_id=<<hex.16>> msg="<<verb>> <<noun>>"
=== build-hash
dist/assets/index-<<us.8>>.js   <<num>>.12 kB
dist/assets/<<noun>>-<<us.8>>.css   8.02 kB
=== build-hash
main.<<hex.20>>.chunk.js  static/media/<<noun>>.<<hex.20>>.png
=== css-module
<div class="Card_root__<<an.5>> css-1<<lo.6>> sc-<<an.5>>">
=== cache-key
Cache restored from key: Linux-node-<<hex.64>>
=== pytest-cache
Using --randomly-seed=<<dg.9>>
platform linux -- Python 3.11.<<num.9>>, pytest-8.4.1
=== video-id
https://www.youtube.com/watch?v=<<us.11>>&t=<<num>>s
=== doc-id
https://docs.google.com/document/d/1<<us.43>>/edit
=== ssh-public
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ<<b64.500>>= <<noun>>
=== ssh-public
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI<<b64.43>> <<noun>>-laptop
=== ssh-known-host
git.<<noun>>.dev ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAI<<b64.108>>=
=== ssh-fingerprint
3072 SHA256:<<b64.43>> <<noun>> (RSA)
=== ssh-fingerprint
RSA key fingerprint is MD5:<<colons.16>>.
=== public-key
<<pem.PUBLIC KEY>>
=== public-key
{"key": "<<pemesc.PUBLIC KEY>>\n"}
=== certificate
<<pem.CERTIFICATE>>
=== certificate
ca.crt: |
  <<pem.CERTIFICATE>>
=== certificate-request
<<pem.CERTIFICATE REQUEST>>
=== pgp-public
-----BEGIN PGP PUBLIC KEY BLOCK-----

<<b64.64>>
<<b64.64>>
<<b64.40>>
=<<an.4>>
-----END PGP PUBLIC KEY BLOCK-----
=== pgp-signature
-----BEGIN PGP SIGNATURE-----

iQIzBAABCAAdFiEE<<b64.48>>
<<b64.64>>
=<<an.4>>
-----END PGP SIGNATURE-----
=== x509-serial
        Serial Number:
            <<colons.16>>
        Signature Algorithm: sha256WithRSAEncryption
=== x509-fingerprint
SHA1 Fingerprint=<<colons.20>>
=== dkim
mail._domainkey IN TXT "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEF<<b64.200>>AB"
=== age-recipient
age -r age1<<lo.58>> -o <<noun>>.age <<noun>>.tar
=== jwk-public
{"kty":"RSA","use":"sig","kid":"<<us.27>>","e":"AQAB","n":"<<us.342>>"}
=== mac-address
    link/ether 02:42:<<colons.4>> brd ff:ff:ff:ff:ff:ff
=== hex-dump
00000000  7f 45 4c 46 02 01 01 00  00 00 00 00 00 00 00 00  |.ELF............|
000000<<num.9>>0  03 00 3e 00 01 00 00 00  <<hex.2>> 00 00 00  |..>.....|
=== memory-address
segfault at 7f<<hex.10>> ip 000055<<hex.10>> sp 00007ffd<<hex.8>> error 4
=== wasm-bytes
\x00\x61\x73\x6d\x01\x00\x00\x00\x<<hex.2>>\x<<hex.2>>\x<<hex.2>>
=== ethereum-tx
tx 0x<<hex.64>> mined in block <<num>>
=== ipfs
ipfs://bafybei<<lo.52>>/<<noun>>.json
=== isbn
ISBN 978-3-16-148410-0, pp. <<num>>
=== perceptual-hash
phash=<<hex.16>> dhash=<<hex.16>> file=<<noun>>.jpg
=== protein
>sp|P<<dg.5>>|<<up.5>>_HUMAN
MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEKAVQVKVKALPDAQFEVV
=== dna
ACGTTGCAAGCTTGGCACTGGCCGTCGTTTTACAACGTCGTGACTGGGAAAACCCTGGCGTTACCC <<num>>
=== long-number
<<dg.19>> rows, checksum <<dg.10>>, epoch 17<<dg.11>>
=== base64-word
$ base64 <<noun>>.txt
aGVsbG8gd29ybGQsIGhvdyBhcmUgeW91IHRvZGF5Cg==
=== kaggle-table
epoch=<<num.90>> loss=0.<<dg.16>> acc=0.<<dg.16>> lr=1e-05
=== random-seed
seed=0x<<hex.16>> state=[<<dg.10>>, <<dg.10>>, <<dg.10>>]
=== cuda-symbol
_ZN<<num.9>><<noun>>10<<verb>>EPKcS1_RKSt6vectorIiSaIiEE.constprop.0+0x<<hex.3>>
""")
