import Browser
import Foundation
import Person

/// What is tried before the worst day: three words and the check of the paper, places, the round, a copy of the journal,
/// the worst day with its ticket, and the copy in the opener.
struct TryingWalk {
  let ring: KeyRing
  let camera: Camera
  private var page: Page { ring.page }

  func walk() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "screenshots-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (words, check) = try await enroll()
    try await ring.openJournal(ring.yellow)
    try await ring.write("The spare is at Ana's.")
    try await checkPaper(check, words)
    let copy = try await copy(into: folder.path)
    try await place()
    try await rehearse(words)
    try await open(copy, in: folder.path, with: words)
  }

  /// Returns the words of the recovery code, and the check of its paper.
  private func enroll() async throws -> (words: [String], check: String) {
    try await ring.register()
    try await ring.enrollBoth()
    try await ring.test()
    let words = try await ring.words(), shown = try await page.text.firstMatch(of: /check ([0-9A-Z]{4}-[0-9A-Z]{4})/)
    try await page.click("#saved")
    try await page.press("Finish")
    _ = try await ring.threeWords()
    try await camera.take("three-words")
    try await ring.read(words)
    try await page.wait(forText: "Keys are in.")
    return (words, shown.map { String($0.1) } ?? "")
  }

  private func checkPaper(_ check: String, _ words: [String]) async throws {
    try await page.enter(.recovery)
    try await page.press("Check your paper")
    _ = try await page.find("#kit")
    try await camera.take("kit-check")
    try await page.type("1 \(check)", into: "#kit")
    try await page.press("Check this paper")
    try await page.wait(forText: "This paper is there, and it is the newest.")
    try await camera.take("kit-checked")
    try await page.press("Done")
    try await page.isIn(.recovery)
    try await page.press("Try it")
    try await ring.hold(ring.yellow)
    try await page.press("Confirm with your passkey")
    try await page.wait(forText: "Type the twelve words on your paper.")
    try await ring.type(words)
    try await page.press("Try these words")
    try await page.wait(forText: "Your paper works. These words open your account.")
    try await camera.take("code-tried")
    try await page.go(to: ring.site.origin + "/account/round")
    try await camera.take("round")
  }

  /// Takes a copy of the journal, and saves it with the opener beside it.
  private func copy(into folder: String) async throws -> String {
    try await page.enter(.recovery)
    try await page.press("Make a copy of your journal")
    try await ring.hold(ring.yellow)
    try await page.press("Confirm with your passkey")
    try await page.wait(forText: "Your copy is made.")
    try await camera.take("copy-taken")
    try await page.saveDownloads(in: folder)
    let name = try await page.evaluate("document.querySelector('[data-taken=save]').download").string ?? ""
    for (link, file) in [("[data-taken=save]", name), ("a[href='/opener.html']", "opener.html")] {
      try await page.click(link)
      try await page.wait(until: "\(file) to be saved") { FileManager.default.fileExists(atPath: "\(folder)/\(file)") }
    }
    return "\(folder)/\(name)"
  }

  private func place() async throws {
    try await page.go(to: ring.site.origin + "/account")
    try await page.press("Open your journal and say where your things lie: then we count it.")
    try await page.press("Open your journal")
    try await page.press("Confirm with your passkey")
    try await page.wait(untilTrue: "document.querySelector('[data-things=verdict]')?.textContent")
    let places = "[data-things=places] input, [data-things=papers] input"
    for (field, place) in zip(try await page.findAll(places), ["on me", "at home", "at Ana's", "at home"]) {
      try await field.type(place)
    }
    try await page.run("scrollTo(0, 0)")
    try await camera.take("things")
  }

  /// Makes a ticket for the day on which both keys are gone, and uses it where nothing of this browser is known.
  private func rehearse(_ words: [String]) async throws {
    try await page.go(to: ring.site.origin + "/account/what-if")
    try await page.wait(untilTrue: "document.querySelector('[data-ask]')?.hidden")
    try await page.run(
      """
      for (const box of document.querySelectorAll('#what-if input[type=checkbox]'))
        box.checked = ['key', 'passkey'].includes(box.name.split(' ')[1]);
      document.querySelector('#what-if').dispatchEvent(new Event('input', { bubbles: true }));
      """)
    try await page.wait(forText: "come back with kit no. 1.")
    try await page.press("Rehearse this")
    try await page.press("Confirm with your passkey")
    try await page.wait(untilTrue: "document.querySelector('[data-told=ticket]')?.textContent.length === 9")
    try await camera.take("rehearsal-ticket")
    let ticket = try await page.evaluate("document.querySelector('[data-told=ticket]').textContent").string ?? ""
    try await page.run("localStorage.clear(); sessionStorage.clear();")
    try await page.deleteCookies()
    try await page.go(to: ring.site.origin + "/rehearse")
    try await camera.take("rehearsal-begin")
    try await page.press("I have a ticket")
    try await page.type(ticket, into: "#ticket")
    try await page.press("Go on")
    try await page.wait(forText: "What do you come back with?")
    try await camera.take("rehearsal-ways")
    try await page.press("My twelve words")
    try await ring.enter(words)
    try await page.press("See whether they open it")
    try await page.wait(forText: "You'd be back in.")
    try await camera.take("rehearsed")
  }

  private func open(_ copy: String, in folder: String, with words: [String]) async throws {
    try await page.go(to: "file://\(folder)/opener.html")
    try await page.wait(untilTrue: "!document.getElementById('copy').disabled")
    try await camera.take("opener")
    try await page.find("#copy").type(copy)
    for (number, word) in words.enumerated() { try await page.type(word + "\u{E004}", into: "#word-\(number + 1)") }
    try await page.press("Open it")
    try await page.wait(forText: "The spare is at Ana's.")
    try await camera.take("opener-opened")
  }
}
