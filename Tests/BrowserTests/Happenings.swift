import Browser
import Foundation
import Testing

/// Everything that a test checks afterwards: the calls of `navigator.credentials`, and in between the sheets, the posts
/// and the navigations away.
struct Happenings {
  let page: Page
  let recorder: CredentialsRecorder

  /// Records from the next navigation on. All events of the tab share one sequence of numbers.
  init(of page: Page) async throws {
    self.page = page
    recorder = try await page.recordCredentials()
    try await page.addScriptOnNewDocument(Self.script)
  }

  func calls() async throws -> [CredentialsCall] { try await recorder.calls() }
  func clear() async throws { try await recorder.clear() }

  /// `sheet`, `leave`, `post` (with `path` and `body`), `challenge` (with `challenge`) or `signal` (with `name` and
  /// `options`), in order.
  func events(_ kind: String) async throws -> [JSON] {
    let all = try await page.evaluate("JSON.parse(sessionStorage.getItem('credentials-recorder') ?? '[]')").array ?? []
    return all.filter { $0["kind"].string == kind }
  }
  func challenges() async throws -> [String] { try await events("challenge").compactMap { $0["challenge"].string } }

  /// Waits for these calls, each spelled as `CredentialsCall.spelled` does.
  func wait(until calls: [String]) async throws {
    try await recorder.wait(until: "the calls \(calls)") { $0.map(\.spelled) == calls }
  }

  private static let script = """
    (() => {
      const note = (event) => {
        try {
          const events = JSON.parse(sessionStorage.getItem('credentials-recorder') ?? '[]');
          sessionStorage.setItem('credentials-recorder', JSON.stringify(
            [...events, { ...event, sequence: events.length }]));
        } catch {}
      };
      const showModal = HTMLDialogElement.prototype.showModal;
      HTMLDialogElement.prototype.showModal = function () { note({ kind: 'sheet' }); return showModal.call(this); };
      addEventListener('pagehide', () => note({ kind: 'leave' }));
      const send = globalThis.fetch;
      globalThis.fetch = (address, options) => {
        note({ kind: 'post', path: String(address), body: String(options?.body ?? '') });
        return send(address, options);
      };
      for (const name of ['signalAllAcceptedCredentials', 'signalCurrentUserDetails', 'signalUnknownCredential']) {
        const original = globalThis.PublicKeyCredential?.[name];
        if (!original) continue;
        PublicKeyCredential[name] = function (options) {
          note({ kind: 'signal', name, options });
          return original.call(this, options);
        };
      }
      const container = globalThis.CredentialsContainer?.prototype;
      for (const name of container ? ['get', 'create'] : []) {
        const original = container[name];
        container[name] = function (options) {
          const bytes = new Uint8Array(options.publicKey.challenge);
          note({ kind: 'challenge', challenge: bytes.toBase64({ alphabet: 'base64url', omitPadding: true }) });
          return original.call(this, options);
        };
      }
    })();
    """
}

extension CredentialsCall {
  /// The request in words, so that two requests for the same thing read the same.
  var spelled: String {
    let keys = (allowedIDs ?? []).isEmpty ? "any" : "of \(allowedIDs?.count ?? 0)"
    return [method.rawValue, mediation ?? "-", uiMode ?? "-", keys, hasSignal ? "signal" : "no signal"].joined(
      separator: " ")
  }
  static let making = "create - - any signal"
  static let modal = "get optional - any signal"
  static let conditional = "get conditional - any signal"
  static let immediate = "get - immediate any signal"
  static let confirming = "get optional - of 1 signal"
}

/// B-34: a call of one document begins only when the previous one has settled.
func expectOneAtATime(_ calls: [CredentialsCall], sourceLocation: SourceLocation = #_sourceLocation) {
  for (earlier, later) in zip(calls, calls.dropFirst()) where earlier.url == later.url {
    #expect(
      earlier.settledAt.map { $0 < later.sequence } == true, "\(earlier) and \(later) were in flight together",
      sourceLocation: sourceLocation)
  }
}
