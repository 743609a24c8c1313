import Browser
import Foundation
import Model
import TestSite

/// A person with a laptop's passkey and two security keys, one page, and a site.
public struct KeyRing: Sendable {
  public let site: TestSite
  public let page: Page
  public let laptop: VirtualAuthenticator
  public let yellow: VirtualAuthenticator
  public let black: VirtualAuthenticator

  /// Makes this the only key that is touched from now on.
  public func hold(_ key: VirtualAuthenticator?) async throws {
    for one in [laptop, yellow, black] { try await one.setPresence(one == key) }
  }

  /// Picks up this key and asks again, as a person does by pressing the circle, until the page shows one of the texts.
  /// A request that is pending when the key is picked up may have been answered by the previous key. Asking again ends
  /// the pending request, so each attempt lasts twice as long as the previous one, starting at 3 seconds.
  public func tap(_ key: VirtualAuthenticator, until texts: String...) async throws {
    try await hold(key)
    for looks in [12, 24, 48, 96, 192] {
      if try await page.shows(anyOf: texts) { return }
      // A button may have disappeared by now.
      for button in try await page.findAll("button.button[value$='tapAgain']") { try? await button.click() }
      for _ in 0..<looks where try await page.shows(anyOf: texts) { return }
    }
    try await page.wait(until: "\(texts) after a tap", timeout: .seconds(1)) { try await page.shows(anyOf: texts) }
  }

  /// Takes every key away and waits until the page is waiting for one: whatever the last key answered is requested
  /// again. While the page waits, nothing is requested again: each untouched request costs a key one of its five tries.
  public func waitForKey() async throws {
    try await hold(nil)
    try await page.wait(until: "the detector to wait") {
      if try await page.run(Self.staysWaiting) == true { return true }
      guard try await page.findAll("[data-look=waiting]").isEmpty else { return false }
      for button in try await page.findAll("button.button[value$='tapAgain']") { try await button.click() }
      return false
    }
  }
  /// `true` if the page keeps waiting: an answer in transit would have changed the screen by then.
  private static let staysWaiting = """
    const revision = () => document.querySelector('#step input[name=revision]')?.value;
    const first = revision();
    for (let left = 70; left; left -= 1) {
      if (!document.querySelector('[data-look=waiting]') || revision() !== first) return false;
      await scheduler.postTask(() => {}, { delay: 10 });
    }
    return true;
    """

  /// Starts a flow as Settings does.
  public func start(_ flow: String, key: String? = nil, from origin: String = Room.keys.path) async throws {
    try await page.go(to: site.origin + "/account")
    try await page.run(
      """
      const form = document.createElement('form');
      [form.method, form.action] = ['post', `/start/${arguments[0]}`];
      for (const [name, value] of [['from', arguments[1]], ['key', arguments[2]]]) {
        if (!value) continue;
        const input = document.createElement('input');
        [input.type, input.name, input.value] = ['hidden', name, value];
        form.append(input);
      }
      document.body.append(form);
      form.submit();
      """, .string(flow), .string(origin), key.map(JSON.string) ?? .null)
    try await page.wait(untilTrue: "location.pathname.startsWith('/flow/')")
  }

  /// Creates an account through the JSON endpoints and stays in the lab, signed in.
  public func register(_ name: String = "mirela") async throws {
    try await hold(laptop)
    try await page.signUp(name, on: site)
  }
  public func registerByHand() async throws {
    try await hold(laptop)
    try await page.registerByHand("mirela", on: site, signingOut: false)
  }

  /// Goes from Settings to the first tap of step 1.
  public func beginEnrollment(from origin: String = Room.keys.path) async throws {
    try await start("enrollment", from: origin)
    try await hold(laptop)
    try await page.press("Confirm with your passkey")
    try await page.wait(forText: "1 of 4")
  }

  /// Taps a new key and names it. A key that has been put down does not answer the next request.
  public func name(_ key: VirtualAuthenticator, _ label: String, lettingGo: Bool = false) async throws {
    try await tap(key, until: "Name this key")
    if lettingGo { try await hold(nil) }
    try await page.type(label, into: "#name")
    try await page.press("Continue")
  }

  /// Goes through step 1.
  public func enrollPrimary(from origin: String = Room.keys.path) async throws {
    try await beginEnrollment(from: origin)
    try await name(yellow, "yellow")
    try await page.wait(forText: "2 of 4")
  }

  /// Goes through steps 1 and 2.
  public func enrollBoth(from origin: String = Room.keys.path) async throws {
    try await enrollPrimary(from: origin)
    try await name(black, "black")
    try await page.wait(forText: "3 of 4")
  }

  /// Goes through step 3.
  public func test() async throws {
    try await tap(yellow, until: "Now your backup.", "Tap “black”.")
    try await tap(black, until: "4 of 4")
  }

  /// Goes through step 4 and returns the words shown there.
  /// - Parameter reading: `true` to read three of the words off the paper, and not later.
  public func save(reading: Bool = false) async throws -> [String] {
    let words = try await words()
    try await page.click("#saved")
    try await page.press("Finish")
    if reading { try await read(words) } else { try await page.press("Not now") }
    return words
  }
  public func words() async throws -> [String] {
    try await page.wait(untilTrue: "document.querySelectorAll('ol.words li').length === 12")
    return
      (try await page.evaluate("[...document.querySelectorAll('ol.words li')].map(li => li.textContent)").array ?? [])
      .compactMap(\.string)
  }

  public func enroll() async throws -> [String] {
    try await enrollBoth()
    try await test()
    let words = try await save()
    try await page.wait(forText: "Keys are in. Two enrolled, recovery code saved. The kitchen's locked up well.")
    return words
  }

  /// Opens the journal with a key.
  public func openJournal(_ key: VirtualAuthenticator) async throws {
    try await start("journal", from: "/account")
    try await hold(key)
    try await page.press("Confirm with your passkey")
    try await page.wait(forText: "Your journal is open in this page, and nowhere else.")
  }
  public func write(_ text: String) async throws {
    try await page.type(text, into: "#journal-text")
    try await page.press("Save the entry")
    // “Saved.” may still be shown for the previous entry.
    let entries = "document.querySelector('[data-journal=entries]').innerText"
    try await page.wait(untilTrue: "\(entries).includes(\(String(reflecting: text)))")
    try await page.wait(forText: "Saved.")
  }

  public func signOut() async throws {
    try await page.go(to: site.origin + "/account")
    try await page.signOutHere()
  }
  public func signIn(_ key: VirtualAuthenticator) async throws {
    try await hold(key)
    try await page.go(to: site.origin)
    try await page.signInWithPasskey()
    try await page.wait(forText: "You're in, mirela.")
  }
}

public func withKeyRing(
  yellow: AuthenticatorOptions = .init(prf: true, presence: false),
  black: AuthenticatorOptions = .init(prf: true, presence: false),
  store: (any Store)? = nil, script: String? = nil, hasServices: Bool = false,
  _ body: (KeyRing) async throws -> Void
) async throws {
  try await withPage { page in
    try await withSite(store: store, port: FreePort.find(for: page.browser), hasServices: hasServices) { site in
      if let script { try await page.addScriptOnNewDocument(script) }
      try await body(KeyRing(for: page, on: site, yellow: yellow, black: black))
    }
  }
}

extension KeyRing {
  /// The keys of the person at this page, none of them touched yet.
  public init(
    for page: Page, on site: TestSite, yellow: AuthenticatorOptions = .init(prf: true, presence: false),
    black: AuthenticatorOptions = .init(prf: true, presence: false)
  ) async throws {
    self.init(
      site: site, page: page, laptop: try await page.addAuthenticator(.internal, .init(prf: true, presence: false)),
      yellow: try await page.addAuthenticator(.usb, yellow), black: try await page.addAuthenticator(.nfc, black))
  }
}
