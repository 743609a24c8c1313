import Browser
import Hummingbird
import Logging
import TestSite

/// One-page sites, one for every name under `localhost`, that use passkeys as sites do. The outcome of a page's last
/// request is in its `outcome`: `json` or `error`. A page in a frame obeys the embedding page, whose `framed` contains
/// the frame's outcome.
struct PlainSite {
  let port: Int

  func origin(_ name: String) -> String { "http://\(name).localhost:\(port)" }

  fileprivate static let html = """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <link rel="icon" href="data:,">
    <title>A page</title>
    <h1>A page</h1>
    <script>
      let controller;
      const challenge = new Uint8Array(32);
      function note(call) {
        window.outcome = null;
        call.then((made) => ({ json: made.toJSON() }), (error) => ({ error: error.name })).then((outcome) => {
          window.outcome = outcome;
          if (parent !== window) parent.postMessage(outcome, '*');
        });
      }
      function register() {
        note(navigator.credentials.create({ publicKey: {
          challenge, rp: { name: 'A page' }, user: { id: new Uint8Array([7]), name: 'robin', displayName: 'Robin' },
          pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        } }));
      }
      function signIn(more = {}) {
        controller = new AbortController();
        note(navigator.credentials.get({ publicKey: { challenge, userVerification: 'required' },
          signal: controller.signal, ...more }));
      }
      async function embed(address, allow) {
        window.framed = null;
        const frame = document.createElement('iframe');
        frame.src = address;
        frame.allow = allow;
        const loaded = new Promise((resolve) => { frame.onload = resolve; });
        document.body.append(frame);
        await loaded;
        frame.contentWindow.postMessage('sign in', '*');
      }
      addEventListener('message', ({ data }) => {
        if (parent === window) window.framed = data;
        else signIn();
      });
    </script>
    """
}

func withPlainSite(_ body: (PlainSite) async throws -> Void) async throws {
  let port = try FreePort.find()
  let router = Router()
  router.get("/") { _, _ in
    Response(
      status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: PlainSite.html)))
  }
  try await withServer(logger: Logger(label: "plain site") { _ in SwiftLogNoOpLogHandler() }) { listens in
    Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { _ in listens() })
  } _: {
    try await body(PlainSite(port: port))
  }
}

extension Page {
  /// Registers robin at the plain site of this page.
  func registerRobin() async throws {
    try await run("register()")
    try await wait(untilTrue: "outcome?.json")
  }

  /// Signs in at the plain site of this page.
  func signInAsRobin() async throws {
    try await run("signIn()")
    try await wait(untilTrue: "outcome?.json")
  }

  /// Waits until this page's plain site has been refused, and returns the error's name.
  func refusal() async throws -> String? {
    try await wait(untilTrue: "outcome?.error")
    return try await evaluate("outcome.error").string
  }
}
