import Browser
import Foundation
import Person
import TestSite
import Testing

/// What a sign-in's touch gave stays in the memory of one document, from the sign-in to the open journal.
@Suite struct OneDocumentTests {
  /// Keeps each PRF output in the document's memory, where the search does not look.
  private static let script = """
    (() => {
      const secrets = [], get = CredentialsContainer.prototype.get;
      window.secrets = () => secrets;
      CredentialsContainer.prototype.get = async function (options) {
        const credential = await get.call(this, options);
        const first = credential.getClientExtensionResults().prf?.results?.first;
        if (first) secrets.push([...new Uint8Array(first)].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
        return credential;
      };
    })();
    """

  /// Everything that a page can leave behind in its browser or show to another page, and what is drawn.
  private static let places = """
    const stored = [];
    for (const store of [localStorage, sessionStorage]) stored.push(...Object.entries(store).flat());
    stored.push(...(await indexedDB.databases()).map(({ name }) => `database ${name}`));
    for (const name of await caches.keys()) stored.push(`cache ${name}`);
    for (const { scope } of await navigator.serviceWorker.getRegistrations()) stored.push(`worker ${scope}`);
    stored.push(document.cookie, window.name, JSON.stringify(history.state), location.href);
    stored.push(...performance.getEntriesByType('resource').map(({ name }) => name));
    stored.push(document.documentElement.outerHTML);
    return stored;
    """

  @Test("from sign-in to journal, no store, request or page of the browser has what opens it; a reload closes it")
  func nowhereElse() async throws {
    try await withKeyRing(script: Self.script) { ring in
      let page = ring.page
      try await ring.registerByHand()
      let words = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write("The well is dry.")
      try await ring.signOut()
      try await ring.hold(ring.yellow)
      try await page.go(to: ring.site.origin)
      try await page.run("window.mark = 'one document'")
      try await page.signInWithPasskey()
      try await page.wait(untilTrue: "location.pathname === '/account'")
      let atHome = try await stored(page)
      try await page.press("Open your journal")
      try await page.wait(forText: "The well is dry.")
      #expect(try await page.evaluate("window.mark") == "one document")

      let outputs = (try await page.evaluate("window.secrets()").array ?? []).compactMap(\.string)
      #expect(outputs.count == 1, "the one touch gave what opened the journal")
      let master = try await page.run(
        "return [...(await \(ours("vault.js"))).openMasters().get(1).bytes]"
          + ".map((byte) => byte.toString(16).padStart(2, '0')).join('')")
      let secrets = outputs + [try #require(master.string)]
      let marks =
        secrets.flatMap(EverySecretTests.spellings) + [" ", ",", "+"].map { Data(words.joined(separator: $0).utf8) }
      let atJournal = try await stored(page)
      #expect(atJournal.contains("latchstring.seen."), "what may be stored is found by the same search")
      #expect(!atJournal.contains("database ") && !atJournal.contains("cache ") && !atJournal.contains("worker "))
      let requests = ring.site.wiretap.requests.joined(separator: "\n")
      #expect(requests.contains("in-place=yes") && requests.contains("way.opened"))
      for (place, content) in ["the account's page": atHome, "the journal": atJournal, "the requests": requests] {
        for mark in marks { #expect(Data(content.utf8).range(of: mark) == nil, "a secret stands in \(place)") }
      }

      try await page.reload()
      try await page.wait(forText: "First, confirm that it's you.")
      #expect(try await page.run("return (await \(ours("vault.js"))).openMasters().size") == 0)
      #expect(try await page.run("return (await \(ours("vault.js"))).isHolding()") == false)
    }
  }
  /// Five minutes pass in a moment.
  private static let hasty = """
    const later = setTimeout;
    window.setTimeout = (work, time, ...rest) => later(work, time === 300000 ? 500 : time, ...rest);
    """

  @Test("what the key gave is forgotten on the account's page after five minutes, and the journal asks for a touch")
  func forgotten() async throws {
    try await withKeyRing(script: Self.hasty) { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.signOut()
      try await ring.hold(ring.yellow)
      try await page.go(to: ring.site.origin)
      try await page.signInWithPasskey()
      try await page.wait(untilTrue: "location.pathname === '/account'")
      try await page.wait(until: "the page to forget") {
        try await page.run("return (await \(ours("vault.js"))).isHolding()") == false
      }
      try await page.press("Open your journal")
      try await page.wait(forText: "First, confirm that it's you.")
    }
  }

  private func stored(_ page: Page) async throws -> String {
    (try await page.run(Self.places).array ?? []).compactMap(\.string).joined(separator: "\n")
  }
}
