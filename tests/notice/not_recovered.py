"""Invented sessions in which something failed, something worked later, and nothing is to be learned from that."""

# ruff: noqa: E501 - a session a line reads best

from tests.notice.deeds import Told, by, codex, edited, ended, ran, refused, remarked, running, used

CART = "/home/ada/shop/src/cart.py"
NOT_APPLIED = "<tool_use_error>String to replace not found in file.\nString: totl</tool_use_error>"

THE_WORK: dict[str, tuple[Told, ...]] = {
    "pytest until the code is mended": (ran("pytest -q tests/cart", "FAILED tests/cart - assert 1 == 2\n1 failed", 1), edited(), ran("pytest -q tests/cart", "3 passed")),
    "pytest, then all of it": (ran("pytest -q tests/cart", "FAILED tests/cart - assert 1 == 2\n1 failed", 1), edited(), ran("pytest -q", "30 passed")),
    "pytest narrowed": (ran("pytest -q", "FAILED tests/cart - assert 1 == 2\n1 failed", 1), ran("pytest -q tests/cart", "FAILED\n1 failed", 1), edited(), ran("pytest -q tests/cart", "3 passed")),
    "narrowed to those that pass": (ran("pytest tests", "FAILED tests/cart - assert 1 == 2\n1 failed", 1), ran("pytest tests -k page", "3 passed")),
    "narrowed to one more": (ran("pytest tests", "FAILED tests/cart - assert 1 == 2\n1 failed", 1), ran("pytest tests tests/page", "3 passed")),
    "go test": (ran("go test ./...", "--- FAIL: TestCart (0.00s)\nFAIL\tshop/cart", 1), edited(), ran("go test ./cart", "ok\tshop/cart")),
    "cargo test behind a pipe": (ran("cargo test 2>&1 | tail -1", "test result: FAILED. 3 passed; 1 failed"), edited(), ran("cargo test --lib 2>&1 | tail -1", "test result: ok.")),
    "jest behind a pipe": (ran("npx jest | tail -3", "Tests:       1 failed, 5 passed, 6 total"), edited(), ran("npx jest cart | tail -3", "Tests:       6 passed")),
    "rspec": (ran("bundle exec rspec", "5 examples, 1 failure\nrspec ./spec/cart_spec.rb:4", 1), edited(), ran("bundle exec rspec spec/cart_spec.rb", "0 failures")),
    "red first": (ran("npx vitest run cart", "FAIL src/cart.test.ts\nAssertionError: expected 1 to be 2", 1), edited("/home/ada/shop/src/cart.ts"), ran("npx vitest run cart", "PASS")),
    "go build": (ran("go build ./...", "./cart.go:3:2: undefined: total", 1), edited("/home/ada/shop/cart.go"), ran("go build -o shop ./...", "")),
    "cargo build": (ran("cargo build", "error[E0425]: cannot find value `total` in this scope", 101), edited("/home/ada/shop/src/cart.rs"), ran("cargo build --release", "Finished")),
    "tsc": (ran("npx tsc --noEmit", "src/cart.ts(3,4): error TS2322: Type 'string' is not assignable", 2), edited("/home/ada/shop/src/cart.ts"), ran("npx tsc --noEmit -p .", "")),
    "gradle": (ran("./gradlew build", "e: Cart.kt:4:2 Unresolved reference: total\nBUILD FAILED in 2s", 1), edited("/home/ada/shop/Cart.kt"), ran("./gradlew build --quiet", "")),
    "make": (ran("make", "cart.c:4:2: error: use of undeclared identifier 'total'\nmake: *** [all] Error 1", 2), edited("/home/ada/shop/cart.c"), ran("make all", "")),
    "ruff": (ran("ruff check src", "src/cart.py:4:1: F401 `os` imported but unused\nFound 1 error.", 1), edited(), ran("ruff check src --quiet", "All checks passed!")),
    "mypy": (ran("mypy src", "src/cart.py:4: error: Incompatible types\nFound 1 error in 1 file", 1), edited(), ran("mypy src/cart.py", "Success")),
    "eslint": (ran("npx eslint src/", "src/cart.ts\n  4:1  error  'x' is not defined\n✖ 1 problem (1 error, 0 warnings)", 1), edited(), ran("npx eslint src/ --max-warnings 0", "")),
    "a manifest that was written": (ran("kubectl apply -f cart.yaml", "error: error parsing cart.yaml: error converting YAML to JSON: yaml: line 4: did not find expected key", 1), edited("/home/ada/shop/cart.yaml"), ran("kubectl apply -f cart.yaml", "configured")),
    "in Codex": (codex("npm test", "Tests: 1 failed, 2 passed", 1), used("apply_patch", {"input": "*** Begin Patch\n*** End Patch"}, ended("Success. Updated the following files:\nM cart.js")), codex("npm test -- cart", "Tests: 3 passed")),
    "that ran on in Codex": (used("exec_command", {"cmd": "npm test"}, running(9)), used("write_stdin", {"session_id": 9, "chars": ""}, ended("Tests: 1 failed, 2 passed", 1)), used("apply_patch", {"input": "*** Begin Patch\n*** End Patch"}, ended("Success.")), codex("npm test -- cart", "Tests: 3 passed")),
}  # fmt: skip

MERGES: dict[str, tuple[Told, ...]] = {
    "a merge": (ran("git merge origin/main", "Auto-merging cart.py\nCONFLICT (content): Merge conflict in cart.py\nAutomatic merge failed; fix conflicts and then commit the result.", 1), edited(), ran("git add cart.py && git commit --no-edit", "[main 1a2b3c4]")),
    "a merge that is begun anew": (ran("git merge origin/main", "CONFLICT (content): Merge conflict in cart.py\nAutomatic merge failed", 1), ran("git merge --abort", ""), ran("git merge -X theirs origin/main", "Merge made")),
    "a rebase": (ran("git rebase origin/main", "CONFLICT (content): Merge conflict in cart.py\nerror: could not apply 1a2b3c4... sums", 1), edited(), ran("git rebase --continue", "Successfully rebased")),
    "a cherry-pick": (ran("git cherry-pick 1a2b3c4", "error: could not apply 1a2b3c4... sums\nhint: After resolving the conflicts", 1), ran("git cherry-pick --abort", ""), ran("git cherry-pick -n 9f8e7d6", "")),
    "a pull": (ran("git pull origin main", "CONFLICT (modify/delete): cart.py deleted in HEAD\nAutomatic merge failed", 1), ran("git pull --rebase origin main", "Successfully rebased")),
}  # fmt: skip

THE_USER: dict[str, tuple[Told, ...]] = {
    "a refusal": (refused(ran("rm -rf build"), "No, keep it."), ran("rm -r build/tmp", "")),
    "a refusal as a result": (used("Bash", {"command": "git push --force origin main"}, "The user doesn't want to proceed with this tool use. The tool use was rejected", wrong=True), ran("git push origin main", "")),
    "permission that was denied": (used("Bash", {"command": "npm publish"}, "Permission for this tool use was denied. The user declined.", wrong=True), ran("npm publish --dry-run", "")),
    "an interruption": (used("Bash", {"command": "npm run build"}, "[Request interrupted by user for tool use]", wrong=True), ran("npm run build -- --fast", "built")),
    "a cancelled neighbour": (used("Bash", {"command": "ls src"}, "<tool_use_error>Sibling tool call errored</tool_use_error>", wrong=True), ran("ls src/cart", "cart.py")),
}  # fmt: skip

PASSING: dict[str, tuple[Told, ...]] = {
    "connection reset": (ran("npm install", "npm error network read ECONNRESET", 1), ran("npm install --prefer-offline", "added 3 packages")),
    "no such host": (ran("git fetch origin", "fatal: unable to access: Could not resolve host: github.com", 128), ran("git fetch origin main", "")),
    "a gateway": (ran("gh pr view 4", "HTTP 502: Bad Gateway (https://api.github.com/graphql)", 1), ran("gh pr view 4 --json title", "{}")),
    "too many requests": (ran("docker pull redis:7", "toomanyrequests: You have reached your pull rate limit", 1), ran("docker pull -q redis:7", "redis:7")),
    "a timeout of the network": (ran("curl -s http://localhost:3000/health", "curl: (28) Connection timed out", 28), ran("curl -s -m 20 http://localhost:3000/health", "ok")),
    "a server that is starting": (ran("curl -s localhost:3000/health", "curl: (7) Failed to connect: Connection refused", 7), ran("curl -sf localhost:3000/health", "ok")),
    "the same later": (ran("gh api user", "HTTP 503: Service Unavailable", 1), ran("gh api user", "{}")),
    "the same later, after something else": (ran("npm publish", "npm error 503 Service Unavailable", 1), ran("npm install", "added"), ran("npm publish", "+ shop@1.0.0")),
    "the same later, whatever was wrong": (ran("./deploy stage", "it did not work", 1), ran("cat deploy.log", "ok"), ran("./deploy stage", "done")),
    "a lock": (ran("git commit -m sums", "fatal: Unable to create '.git/index.lock': File exists.", 128), ran("git commit -m 'sums again'", "[main 1a2b3c4]")),
    "an overloaded service": (used("WebSearch", {"query": "sums"}, "Error: overloaded", wrong=True), used("WebSearch", {"query": "sums of carts"}, "1. Carts")),
    "nothing said at all": (ran("./tool --fast", "", 1), ran("./tool --slow", "done")),
}  # fmt: skip

PLACES: dict[str, tuple[Told, ...]] = {
    "another path of cat": (ran("cat src/car.py", "cat: src/car.py: No such file or directory", 1), ran("cat src/cart.py", "total = 0")),
    "another path of a tool": (used("Read", {"file_path": "/home/ada/shop/car.py"}, "<tool_use_error>File does not exist.</tool_use_error>", wrong=True), used("Read", {"file_path": CART}, "1\ttotal")),
    "another folder": (ran("ls lib", "ls: cannot access 'lib': No such file or directory", 2), ran("ls src", "cart.py")),
    "a folder to go to": (ran("cd shop/src && ls", "bash: cd: shop/src: No such file or directory", 1), ran("cd src && ls", "cart.py")),
    "a copy": (ran("cp conf/app.toml /tmp/x", "cp: cannot stat 'conf/app.toml': No such file or directory", 1), ran("cp config/app.toml /tmp/x", "")),
    "a file of a commit": (ran("git show HEAD:car.py", "fatal: path 'car.py' does not exist in 'HEAD'", 128), ran("git show HEAD:src/cart.py", "total")),
    "another branch": (ran("git checkout fix-car", "error: pathspec 'fix-car' did not match any file(s) known to git", 1), ran("git checkout fix-cart", "")),
    "another revision": (ran("git diff 1a2b3c4..deadbee", "fatal: bad revision '1a2b3c4..deadbee'", 128), ran("git diff 1a2b3c4..9f8e7d6", "+ total")),
    "another number": (ran("gh issue view 9912", "GraphQL: Could not resolve to an issue or pull request with the number of 9912. (repository.issue)", 1), ran("gh issue view 992", "Sums are wrong")),
    "another text to replace": (used("Edit", {"file_path": CART, "old_string": "totl", "new_string": "sum"}, NOT_APPLIED, wrong=True), used("Edit", {"file_path": CART, "old_string": "total", "new_string": "sum"}, "updated")),
    "too many places to replace": (used("Edit", {"file_path": CART, "old_string": "a", "new_string": "b"}, "<tool_use_error>Found 3 matches of the string to replace, but replace_all is false.</tool_use_error>", wrong=True), used("Edit", {"file_path": CART, "old_string": "a = 1", "new_string": "b = 1"}, "updated")),
    "a file that was changed since": (used("Edit", {"file_path": CART, "old_string": "a", "new_string": "b"}, "<tool_use_error>File has been modified since read, either by the user or by a linter.</tool_use_error>", wrong=True), used("Edit", {"file_path": CART, "old_string": "a ", "new_string": "b"}, "updated")),
    "a test by another name": (ran("pytest tests/test_cart.py::test_sum", "ERROR: not found: tests/test_cart.py::test_sum\n(no match in any of [<Module test_cart.py>])", 4), ran("pytest tests/test_cart.py::test_sums", "1 passed")),
    "an address": (used("WebFetch", {"url": "https://docs.shop.example/carts", "prompt": "sums"}, "Request failed with status code 404", wrong=True), used("WebFetch", {"url": "https://docs.shop.example/guide/carts", "prompt": "sums"}, "Carts")),
}  # fmt: skip

OWN_CODE: dict[str, tuple[Told, ...]] = {
    "jq": (ran("gh api user | jq '.login | foo'", "jq: error: foo/0 is not defined at <top-level>, line 1:\njq: 1 compile error", 3), ran("gh api user | jq '.login'", "ada")),
    "awk": (ran("awk '{print $1' a.txt", "awk: syntax error at source line 1", 2), ran("awk '{print $1}' a.txt", "x")),
    "a regular expression": (ran("rg 'total(' src", "regex parse error:\n    total(\n         ^\nerror: unclosed group", 2), ran("rg 'total\\(' src", "src/cart.py")),
    "sed": (ran("sed -n 's/a/b' a.txt", "sed: -e expression #1, char 5: unterminated `s' command", 1), ran("sed -n 's/a/b/p' a.txt", "b")),
    "python": (ran('python3 -c "import json; print(json.loads(x))"', 'Traceback (most recent call last):\n  File "<string>", line 1\nNameError: name \'x\' is not defined', 1), ran('python3 -c "import json; print(json.loads(\'1\'))"', "1")),
    "sql": (ran("psql shop -c 'select totl from carts'", 'ERROR:  column "totl" does not exist\nLINE 1: select totl', 1), ran("psql shop -c 'select total from carts'", "3")),
    "another table": (ran("sqlite3 shop.db 'select * from cart'", "Error: in prepare, no such table: cart", 1), ran("sqlite3 shop.db 'select * from carts'", "1")),
    "quotes of the shell": (ran("echo 'a && ls", "bash: -c: line 1: unexpected EOF while looking for matching `''", 2), ran("echo 'a' && ls", "a")),
}  # fmt: skip

NOTHING_TO_DO_WITH_IT: dict[str, tuple[Told, ...]] = {
    "nothing found, then another place": (ran("grep -rn legacyCart src", "", 1), ran("grep -rn Cart lib", "lib/cart.py")),
    "a question answered with no": (ran("which fd", "", 1), ran("which find", "/usr/bin/find")),
    "a difference": (ran("diff a.txt b.txt", "1c1\n< a\n---\n> b", 1), ran("diff a.txt c.txt", "")),
    "only help after it": (ran("gh pr merge 4 --fast", "unknown flag: --fast", 1), ran("gh pr merge --help", "Usage: gh pr merge")),
    "only the manual": (ran("tar --foo a.tar", "tar: unrecognized option '--foo'", 64), ran("man tar", "TAR(1)")),
    "only a look after it": (ran("git push origin main", "! [rejected] main -> main (fetch first)", 1), ran("git log -3 origin/main", "1a2b3c4 sums")),
    "another end": (ran("git push --fast", "error: unknown option `fast'", 129), ran("git commit -m sums", "[main 1a2b3c4]")),
    "given up": (ran("helm lint --hard chart", "Error: unknown flag: --hard", 1), remarked("I leave it at that."), ran("ls", "chart")),
    "a log full of errors": (ran("cat deploy.log", "error: unknown flag: --stat\nfatal: no"), ran("cat deploy.txt", "fine")),
    "called before it was known": ((ran("gh pr diff 4 --stat", "unknown flag: --stat", 1), ran("gh pr diff 4 --name-only", "cart.py")),),
    "another agent's": (by("scout", ran("gh pr diff 4 --stat", "unknown flag: --stat", 1)), ran("gh pr diff 4 --name-only", "cart.py")),
    "of two other agents": (by("scout", ran("gh pr diff 4 --stat", "unknown flag: --stat", 1)), by("ranger", ran("gh pr diff 4 --name-only", "cart.py"))),
    "too long ago": (ran("gh pr diff 4 --stat", "unknown flag: --stat", 1), *(ran(f"ls part-{number}", "x") for number in range(15)), ran("gh pr diff 4 --name-only", "cart.py")),
    "never made again": (ran("gh pr diff 4 --stat", "unknown flag: --stat", 1),),
    "worked at once": (ran("gh pr diff 4 --name-only", "cart.py"), ran("gh pr diff 5 --name-only", "cart.py")),
    "fails on": (ran("gh pr diff 4 --stat", "unknown flag: --stat", 1), ran("gh pr diff 4 --summary", "unknown flag: --summary", 1)),
}  # fmt: skip

WRITTEN: dict[str, tuple[Told, ...]] = {
    # The file that was run or compiled is mended, and the mending is no other way to run it.
    "a compiler": (ran("javac Cart.java", "Cart.java:4: error: cannot find symbol\n1 error", 1), edited("/home/ada/shop/Cart.java"), ran("javac -d out Cart.java", "")),
    "a script that was written": (ran("python3 sums.py", 'Traceback (most recent call last):\n  File "sums.py", line 3\nKeyError: \'total\'', 1), edited("/home/ada/shop/sums.py"), ran("python3 sums.py --all", "42")),
    "a formatter": (ran("gofmt -l cart.go", "cart.go:3:1: expected declaration, found total", 2), edited("/home/ada/shop/cart.go"), ran("gofmt -w cart.go", "")),
    # What a compiler, a test or a linter says of the code sounds as if it were said of the call.
    "arguments of a function in TypeScript": (ran("npx tsc --noEmit", "src/cart.ts(3,4): error TS2554: Expected 2 arguments, but got 1.", 2), edited(), ran("npx tsc --noEmit -p .", "")),
    "arguments of a function in Rust": (ran("cargo build", "error[E0061]: this function takes 1 argument but 2 arguments were supplied\n --> src/cart.rs:3:4", 101), edited(), ran("cargo build --release", "Finished")),
    "arguments of a function in Go": (ran("go build ./...", "./cart.go:3:9: too many arguments in call to Total", 1), edited(), ran("go build -o shop ./...", "")),
    "arguments of a function in Swift": (ran("swift build", "error: missing argument for parameter 'vat' in call", 1), edited(), ran("swift build -c release", "Compiling")),
    "arguments of a function in Python": (ran("python3 -m shop.sums", "Traceback (most recent call last):\n  File \"sums.py\", line 3\nTypeError: total() got an unexpected keyword argument 'vat'", 1), edited(), ran("python3 -m shop.sums --all", "42")),
    "arguments of a function in a test": (ran("pytest -q", "E   TypeError: total() got an unexpected keyword argument 'vat'\nFAILED tests/cart\n1 failed", 1), edited(), ran("pytest -q tests/cart -x", "3 passed")),
    "a module of one's own": (ran("npm test", "Error: Cannot find module './carts'\nTests: 1 failed", 1), edited(), ran("npm test -- cart", "Tests: 3 passed")),
    "what a linter would rather have": (ran("ruff check src", "src/cart.py:4:1: UP006 Use `list` instead of `List` for type annotation\nFound 1 error.", 1), edited(), ran("ruff check src --quiet", "")),
    "a field of a manifest": (ran("kubectl apply -f cart.yaml", 'Error from server (BadRequest): error when creating "cart.yaml": strict decoding error: unknown field "spec.replica"', 1), edited("/home/ada/shop/cart.yml"), ran("kubectl apply -f cart.yaml --server-side", "configured")),
    "an argument in a configuration": (ran("terraform validate", "Error: Unsupported argument\n\n  on main.tf line 3", 1), edited("/home/ada/shop/main.tf"), ran("terraform validate -no-color", "Success")),
    "a script that an image needs": (ran("docker build -t shop .", 'npm error Missing script: "build"\nERROR: failed to solve: process did not complete', 1), edited("/home/ada/shop/package.json"), ran("docker build --no-cache -t shop .", "done")),
    # A script that was written for one call.
    "a script for node, wrong in its brackets": (ran("node -e 'console.log(a.b'", "[eval]:1\nSyntaxError: missing ) after argument list", 1), ran("node -e 'console.log(1)'", "1")),
    "a script for python, wrong in a name": (ran("python3 - <<'P'\nimport shop\nshop.totl()\nP", "Traceback (most recent call last):\n  File \"<stdin>\", line 2\nAttributeError: module 'shop' has no attribute 'totl'", 1), ran("python3 - <<'P'\nimport shop\nshop.total()\nP", "3")),
}  # fmt: skip
"""What sounds as if it were said of the call, and is said of what was written."""

MORE: dict[str, tuple[Told, ...]] = {
    "a parameter in Kotlin": (ran("./gradlew compileKotlin","e: file:///home/ada/shop/Cart.kt:3:4 No value passed for parameter 'vat'\n\nFAILURE: Build failed with an exception.",1), edited(), ran("./gradlew compileKotlin --info","ok")),
    "types in Java": (ran("mvn -q compile","[ERROR] /home/ada/shop/Cart.java:[3,4] method total in class Cart cannot be applied to given types;\n[ERROR]   required: int\n[ERROR]   found:    no arguments",1), edited(), ran("mvn -q compile -o","")),
    "arguments in C": (ran("gcc cart.c -o cart","cart.c:3:9: error: too few arguments to function 'total'",1), edited("/home/ada/shop/cart.c"), ran("gcc -O2 cart.c -o cart","")),
    "a linker": (ran("make","/usr/bin/ld: cart.o: undefined reference to `total'\ncollect2: error: ld returned 1 exit status",2), edited(), ran("make -j4","")),
    "arguments in Ruby": (ran("ruby sums.rb","sums.rb:3:in `total': wrong number of arguments (given 2, expected 1) (ArgumentError)",1), edited("/home/ada/shop/lib/total.rb"), ran("ruby sums.rb --all","42")),
    "a variable in PHP": (ran("php artisan migrate","   ErrorException  Undefined variable $total",1), edited("/home/ada/shop/x.php"), ran("php artisan migrate --force","ok")),
    "a function in Elixir": (ran("mix test","** (UndefinedFunctionError) function Cart.total/2 is undefined",1), edited(), ran("mix test test/cart_test.exs","ok")),
    "a method that is not there": (ran("npx tsx src/sums.ts","TypeError: cart.total is not a function",1), edited(), ran("npx tsx src/sums.ts --all","42")),
    "a property in TypeScript": (ran("npm run build","Type error: Property 'total' does not exist on type 'Cart'.",1), edited(), ran("npm run build -- --debug","ok")),
    "an import that is not resolved": (ran("npm run build",'[vite]: Rollup failed to resolve import "./carts" from "src/a.ts".',1), edited(), ran("npm run build -- --mode prod","ok")),
    "a module that is not resolved": (ran("npm run build","Module not found: Error: Can't resolve './carts' in '/home/ada/shop/src'",1), edited(), ran("npm run build:prod","ok")),
    "a module of the project": (ran("python3 -m shop.cli","ModuleNotFoundError: No module named 'shop.carts'",1), edited(), ran("python3 -m shop.cli --all","ok")),
    "a token": (ran("npx jest cart","SyntaxError: Unexpected token 'export'",1), edited(), ran("npx jest cart --no-cache","ok")),
    "a key of a workflow": (ran("actionlint .github/workflows/ci.yml",'ci.yml:3:4: unexpected key "stepz" for "job" section',1), edited(), ran("actionlint -color .github/workflows/ci.yml","")),
    "a property of a compose file": (ran("docker compose up -d","services.web Additional property prts is not allowed",15), edited("/home/ada/shop/compose.yaml"), ran("docker compose up -d --build","ok")),
    "a folder that an image needs": (ran("docker build -t shop .",'ERROR: failed to calculate checksum of ref: "/dist": not found',1), edited("/home/ada/shop/Dockerfile"), ran("docker build -t shop . --no-cache","ok")),
    "a field of a chart": (ran("helm upgrade shop chart",'Error: UPGRADE FAILED: error validating data: unknown field "replica" in io.k8s.api.apps.v1.DeploymentSpec',1), edited("/home/ada/shop/chart/x.yaml"), ran("helm upgrade shop chart --atomic","ok")),
    "a required argument in a configuration": (ran("terraform plan",'Error: Missing required argument\n\n  on main.tf line 3, in module "cart"',1), edited("/home/ada/shop/main.tf"), ran("terraform plan -out p","ok")),
    "an attribute of a playbook": (ran("ansible-playbook site.yml","ERROR! 'hots' is not a valid attribute for a Play",4), edited("/home/ada/shop/site.yml"), ran("ansible-playbook site.yml -v","ok")),
    "a field of a project file": (ran("uv sync","error: Failed to parse: `pyproject.toml`\n  unknown field `depends`, expected one of `dependencies`",2), edited("/home/ada/shop/pyproject.toml"), ran("uv sync --dev","ok")),
    "a comma": (ran("npm install","npm error code EJSONPARSE\nnpm error JSON.parse Unexpected token } in JSON",1), edited("/home/ada/shop/package.json"), ran("npm install --no-audit","ok")),
    "a variable of a script": (ran("./deploy.sh stage","./deploy.sh: line 4: TOKEN: unbound variable",1), edited("/home/ada/shop/deploy.sh"), ran("./deploy.sh stage --now","ok")),
    "a program that a script runs": (ran("./deploy.sh stage","./deploy.sh: line 4: lampctl: command not found",127), edited("/home/ada/shop/deploy.sh"), ran("./deploy.sh stage --now","ok")),
    "an option that the script is yet to get": (ran("python3 tools/sums.py --deep","usage: sums.py [-h]\nsums.py: error: unrecognized arguments: --deep",2), edited("/home/ada/shop/tools/sums.py"), ran("python3 tools/sums.py --deep --all","42")),
    "a script that is written anew": (ran("python3 sums.py","SyntaxError: invalid syntax",1), used("Write",{"file_path":"/home/ada/shop/sums.py","content":"print(1)"},"ok"), ran("python3 sums.py","1")),
    "a script that is patched": (codex("python3 sums.py","IndentationError: unexpected indent",1), used("apply_patch",{"input":"*** Begin Patch\n*** Update File: sums.py\n*** End Patch"},ended("Success.")), codex("python3 sums.py --all","1")),
    "a clause of SQL": (ran("psql shop -c 'select * from cart where'","ERROR:  syntax error at end of input",1), ran("psql shop -c 'select * from carts'","1")),
    "a method of a shell": (ran("mongosh --eval 'db.carts.fnd()'","TypeError: db.carts.fnd is not a function",1), ran("mongosh --eval 'db.carts.find()'","1")),
    "a field of a query": (ran("gh api graphql -f query='{viewer{logn}}'","gh: Field 'logn' doesn't exist on type 'User'",1), ran("gh api graphql -f query='{viewer{login}}'","ada")),
    "a method of a script": (ran("ruby -e 'puts [1].sm'","-e:1:in `<main>': undefined method `sm' for [1]:Array (NoMethodError)",1), ran("ruby -e 'puts [1].sum'","1")),
    "a keyword of a script": (ran("python3 - <<'P'\nf(a=1)\nP","Traceback (most recent call last):\n  File \"<stdin>\", line 1\nTypeError: f() got an unexpected keyword argument 'a'",1), ran("python3 - <<'P'\nf(b=1)\nP","3")),
    "an index of jq": (ran("cat a.json | jq '.[0].x'","jq: error (at <stdin>:1): Cannot index object with number",5), ran("cat a.json | jq '.x'","1")),
    "brackets of the shell": (ran("find . ( -name a )","bash: syntax error near unexpected token `('",2), ran("find . \\( -name a \\)","./a")),
    "a sign of awk": (ran("awk '{print $NF-}' a","awk: cmd. line:1: {print $NF-}\nawk: cmd. line:1:            ^ syntax error",1), ran("awk '{print $NF}' a","x")),
    "another host": (ran("ssh web1 uptime","ssh: connect to host web1 port 22: Connection timed out",255), ran("ssh web2 uptime","up")),
    "explained, but about the tests": (ran("pytest -q tests","2 failed",1), remarked("The tests fail because the option format is wrong in cart. Let me fix the code instead."), ran("pytest -q tests/cart -x","1 passed")),
    "narrowed to another package": (ran("go vet ./...","vet: ./cart.go:3:2: undefined: total",1), ran("go vet ./page","")),
}  # fmt: skip
"""More of all of these, invented after the rules had been made."""

BY_ITSELF: dict[str, tuple[Told, ...]] = {
    "written by a here-document": (ran("python3 sums.py --deep","sums.py: error: unrecognized arguments: --deep",2), ran("cat > sums.py <<'X'\nprint(1)\nX",""), ran("python3 sums.py --deep -v","1")),
    "written by sed": (ran("go build ./...","./cart.go:3:9: not enough arguments in call to Total",1), ran("sed -i 's/Total()/Total(1)/' cart.go",""), ran("go build -v ./...","")),
    "taken back by git": (ran("cargo build","error[E0432]: unresolved import `carts`",101), ran("git checkout -- src/lib.rs",""), ran("cargo build --release","")),
    "another word to choose tests by": (ran("pytest -q -k carrt","no tests ran in 0.1s",5), ran("pytest -q -k cart","3 passed")),
    "mended by the linter itself": (ran("ruff check src","src/a.py:1:1: F401 [*] `os` imported but unused\nFound 1 error.\n[*] 1 fixable with the `--fix` option.",1), ran("ruff check src --fix","Found 1 error (1 fixed, 0 remaining).")),
    "formatted after a check": (ran("black --check src","would reformat src/a.py\n1 file would be reformatted.",1), ran("black src","reformatted src/a.py")),
}  # fmt: skip
"""What was written by a command, and what a check mended itself."""

DANGEROUS: dict[str, tuple[Told, ...]] = {
    "more power": (ran("systemctl restart shop", "Failed to restart shop.service: Interactive authentication required: operation not permitted", 1), ran("sudo systemctl restart shop", "")),
    "more power to install": (ran("apt-get install jq", "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)", 100), ran("sudo apt-get install jq", "")),
    "no signature": (ran("git commit -m x", "error: gpg failed to sign the data", 128), ran("git commit --no-gpg-sign -m x", "")),
    "no hook": (ran("git commit -m x", "error: hook declined: the title must be given with a number", 1), ran("git commit --no-verify -m x", "")),
    "by force": (ran("git push origin main", "! [rejected] main -> main (fetch first)\nerror: failed to push some refs", 1), ran("git push --force origin main", "")),
    "no tests": (ran("npx jest src/page", "No tests found, exiting with code 1\nRun with `--passWithNoTests` to exit with code 0", 1), ran("npx jest src/page --passWithNoTests", "")),
    "somebody else's packages": (ran("pip install shop", "error: externally-managed-environment", 1), ran("pip install --break-system-packages shop", "")),
    "another index": (ran("pip install shop", "ERROR: No matching distribution found for shop", 1), ran("pip install --index-url http://mirror.example shop", "")),
    "no certificate": (ran("git clone https://git.example/shop", "fatal: unable to access: SSL certificate problem", 128), ran("git -c http.sslVerify=false clone https://git.example/shop", "")),
    "taken away by its verb": (ran("kubectl create namespace shop", "Error: namespaces shop already exists", 1), ran("kubectl delete namespace shop", "")),
    "taken away in another way": (ran("rmdir out", "rmdir: illegal option -- x", 1), ran("rm -r out", "")),
    "by force, in short": (ran("git push origin main", "! [rejected] main -> main (fetch first)\nerror: failed to push some refs", 1), ran("git push -f origin main", "")),
    "no certificate, in short": (ran("curl https://shop.example/a", "curl: (60) SSL certificate problem: self-signed certificate is not allowed here", 60), ran("curl -k https://shop.example/a", "")),
    "taken away first": (ran("mkdir out", "mkdir: cannot create directory 'out': File exists", 1), ran("rm -r out && mkdir out", "")),
}  # fmt: skip
"""What got round a guard, or destroyed something."""

SESSIONS = {
    f"{part}: {name}": told
    for part, sessions in (
        ("the work", THE_WORK),
        ("merges", MERGES),
        ("the user", THE_USER),
        ("passing", PASSING),
        ("places", PLACES),
        ("own code", OWN_CODE),
        ("written", WRITTEN),
        ("more", MORE),
        ("by itself", BY_ITSELF),
        ("dangerous", DANGEROUS),
        ("nothing to do with it", NOTHING_TO_DO_WITH_IT),
    )
    for name, told in sessions.items()
}
