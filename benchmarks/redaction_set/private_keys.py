"""Private keys: whole, indented, escaped, cut off. Every body line is a secret."""

from .model import parse

TEMPLATES = parse(r"""
=== pem-rsa raw
$ cat server.key
<<!pem.RSA PRIVATE KEY>>
=== pem-rsa
<<!pem.RSA PRIVATE KEY>>
=== pem-rsa
<<say>>
<<!pem.RSA PRIVATE KEY>>
<<say>>
=== pem-ec
<<!pem.EC PRIVATE KEY>>
=== pem-ec
-----BEGIN EC PARAMETERS-----
BggqhkjOPQMBBw==
-----END EC PARAMETERS-----
<<!pem.EC PRIVATE KEY>>
=== pem-dsa
<<!pem.DSA PRIVATE KEY>>
=== pem-pkcs8
<<!pem.PRIVATE KEY>>
=== pem-pkcs8
openssl genpkey -algorithm RSA -out key.pem && cat key.pem
..........+++++
<<!pem.PRIVATE KEY>>
=== pem-encrypted
<<!pem.ENCRYPTED PRIVATE KEY>>
=== pem-openssh
cat > deploy_key << 'EOF'
<<!pem.OPENSSH PRIVATE KEY>>
EOF
chmod 600 deploy_key
=== pem-openssh
<<!pem.OPENSSH PRIVATE KEY>>
=== pem-yaml-block
tls:
  cert: fullchain.pem
  key: |
    <<!pem.PRIVATE KEY>>
  min_version: "1.2"
=== pem-terraform-heredoc
resource "tls_self_signed_cert" "<<noun>>" {
  private_key_pem = <<-EOT
    <<!pem.EC PRIVATE KEY>>
  EOT
}
=== pem-python-literal
SIGNING_KEY = '''<<!pem.RSA PRIVATE KEY>>'''
=== pem-go-literal
var signingKey = []byte(`<<!pem.EC PRIVATE KEY>>`)
=== pem-gcp-json
{
  "type": "service_account",
  "project_id": "<<noun>>-<<num>>",
  "private_key_id": "<<hex.40>>",
  "private_key": "<<!pemesc.PRIVATE KEY>>\n",
  "token_uri": "https://oauth2.googleapis.com/token"
}
=== pem-gcp-json
{"type":"service_account","private_key":"<<!pemesc.PRIVATE KEY>>\n","universe":"x"}
=== pem-env-line
FIREBASE_PRIVATE_KEY="<<!pemesc.PRIVATE KEY>>\n"
=== pem-env-line
JWT_PRIVATE_KEY=<<!pemesc.RSA PRIVATE KEY>>
=== pem-json-in-json
{"input":"{\"key\": \"<<!pemesc2.RSA PRIVATE KEY>>\\n\"}"}
=== pem-js-concat
const key = '<<!pemesc.EC PRIVATE KEY>>\n';
=== pem-in-log
<<date>> <<clock>> ERROR could not parse key "<<!pemesc.OPENSSH PRIVATE KEY>>": asn1
=== pem-cut-off raw
$ head -4 id_rsa
-----BEGIN OPENSSH PRIVATE<<nil>> KEY-----
<<!shape.[b670]>>
<<!shape.[b670]>>
<<!shape.[b670]>>
=== pem-cut-off raw
tls.key:
-----BEGIN PRIVATE<<nil>> KEY-----
<<!shape.[b664]>>
<<!shape.[b664]>>
[... 24 lines omitted ...]
=== pem-encrypted-header
-----BEGIN RSA PRIVATE<<nil>> KEY-----
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-128-CBC,<<up.8>>

<<!shape.[b664]>>
<<!shape.[b664]>>
<<!shape.[b664]>>
<<!shape.[b642]>>==
-----END RSA PRIVATE<<nil>> KEY-----
=== pgp-private
-----BEGIN PGP PRIVATE<<nil>> KEY BLOCK-----
Version: GnuPG v2

<<!shape.[b664]>>
<<!shape.[b664]>>
<<!shape.[b664]>>
<<!shape.[b664]>>
=<<an.4>>
-----END PGP PRIVATE<<nil>> KEY BLOCK-----
=== pgp-private
$ gpg --armor --export-secret-keys <<noun>>
-----BEGIN PGP PRIVATE<<nil>> KEY BLOCK-----

<<!shape.[b664]>>
<<!shape.[b664]>>
<<!shape.[b630]>>
=<<an.4>>
-----END PGP PRIVATE<<nil>> KEY BLOCK-----
=== putty-ppk
PuTTY-User-<<nil>>Key-File-2: ssh-rsa
Encryption: none
Comment: <<noun>>
Public-Lines: 1
AAAAB3NzaC1yc2EAAAABJQAAAQEA<<b64.36>>
Private-Lines: 3
<<!shape.[b664]>>
<<!shape.[b664]>>
<<!shape.[b640]>>
Private-MAC: <<hex.40>>
=== wireguard
[Interface]
PrivateKey = <<!shape.[b643]=>>
ListenPort = 51820
=== wireguard
$ wg genkey | tee privatekey | wg pubkey > publickey
$ echo "private key: $(cat privatekey)"
private key: <<!shape.[b643]=>>
=== jwk-private
{"kty":"EC","crv":"P-256","x":"<<us.43>>","y":"<<us.43>>","d":"<<!shape.[us43]>>"}
=== k8s-tls-key
apiVersion: v1
kind: Secret
type: kubernetes.io/tls
data:
  tls.key: LS0tLS1CRUdJTiB<<!shape.[b6400]>>==
=== kubeconfig-key
users:
- name: admin
  user:
    client-key-data: LS0tLS1CRUdJTiB<<!shape.[b6320]>>
=== ethereum-key
const wallet = new ethers.Wallet("0x<<!shape.[hx64]>>"); // private key
=== ethereum-key
PRIVATE_KEY=0x<<!shape.[hx64]>>
""")
