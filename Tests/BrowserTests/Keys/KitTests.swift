import Browser
import Encoding
import Foundation
import Model
import Person
import TestSite
import Testing
import Words
import Wraps

/// The paper with the recovery code: the sheet as it is printed, the three words that are read off it, and its check.
@Suite struct KitTests {
  private func atStep4(_ body: (KeyRing, [String]) async throws -> Void) async throws {
    try await withKeyRing { ring in
      try await ring.register()
      try await ring.enrollBoth()
      try await ring.test()
      try await body(ring, try await ring.words())
    }
  }
  private func enrolled(_ body: (KeyRing, Kit) async throws -> Void) async throws {
    try await withKeyRing { ring in
      try await ring.register()
      _ = try await ring.enroll()
      try await body(ring, try await kit(ring))
    }
  }
  private func code(_ ring: KeyRing) async throws -> Way? { try await ring.ways().first { $0.kind == .phrase } }
  private func kit(_ ring: KeyRing) async throws -> Kit { try #require(try await code(ring)?.kit) }
  private func receipt(_ ring: KeyRing) async throws { try await ring.page.wait(forText: "Keys are in.") }

  @Test("the sheet is one page on A4 and on Letter", arguments: [(8.27, 11.69), (8.5, 11.0)])
  func onePage(_ width: Double, _ height: Double) async throws {
    try await atStep4 { ring, words in
      try await ring.page.wait(untilTrue: "!document.querySelector('[data-kit-square]').hidden")
      let paper = try await ring.page.cdp(
        "Page.printToPDF", ["paperWidth": .number(width), "paperHeight": .number(height), "preferCSSPageSize": false])
      let document = String(
        decoding: try #require(Data(base64Encoded: paper["data"].string ?? "")), as: Unicode.ASCII.self)
      #expect(document.matches(of: /\/Type ?\/Page\b/).count == 1)
    }
  }

  @Test("the square on the sheet holds the address, the number and the check that the sealed record gives")
  func square() async throws {
    try await atStep4 { ring, words in
      let page = ring.page
      try await page.wait(untilTrue: "!document.querySelector('[data-kit-square]').hidden")
      try await page.emulate(width: 794, height: 1123, scale: 2, mobile: false)
      try await page.emulatePrint()
      let read = try await QRReader.text(in: try await page.screenshot())
      let printed = try await page.evaluate("document.querySelector('main').innerText").string ?? ""
      try await page.emulatePrint(false)
      try await page.click("#saved")
      try await page.press("Finish")
      try await ring.read(words)
      try await receipt(ring)
      let code = try #require(try await code(ring)), kit = try #require(code.kit)
      let record = try WayRecord(reading: try #require(code.sealed).record)
      let id = WayID(account: record.account, record: record.record, kind: .phrase)
      let check = try PhraseCheck(of: id, entropy: RecoveryPhrase(words: words).entropy, rpID: record.rpID)
      #expect(read == "\(ring.site.origin)/kit#1-\(check.text)" && kit == Kit(number: 1, check: check))
      #expect(words.allSatisfy { !read.contains($0) } && words.allSatisfy(printed.contains))
      #expect(printed.contains("Recovery kit no. 1") && printed.contains(check.grouped))
      #expect(printed.contains("For whoever opens this envelope") && printed.contains("In your own hand"))
      #expect(printed.contains("takes the account over and signs the owner out everywhere"))
    }
  }

  @Test("three wrong words save nothing, three right ones prove the code, and no word or place is sent")
  func threeWords() async throws {
    try await atStep4 { ring, words in
      let page = ring.page
      try await page.click("#saved")
      try await page.press("Finish")
      let asked = try await ring.threeWords(), before = ring.site.wiretap.requests.count
      #expect(Set(asked.map(\.place)).count == 3 && asked.allSatisfy { words.indices.contains($0.place) })
      #expect(try await page.findAll("ol.words").isEmpty, "the words are covered")
      for (place, field) in asked { try await field.type(words[(place + 1) % 12] + "x") }
      try await asked[0].field.click()
      try await page.wait(forText: "is not the one that was shown. Look at your paper again.")
      #expect(try await page.find("main .is-primary").isEnabled == false)
      #expect(try await code(ring) == nil)
      for (place, field) in asked {
        try await field.clear()
        try await field.type(words[place])
      }
      #expect(ring.site.wiretap.requests.count == before, "they are compared in the page")
      try await page.press("The paper is good")
      try await receipt(ring)
      #expect(try await code(ring)?.proofs.keys.elementsEqual([.read]) == true)
      let sent = ring.site.wiretap.requests.dropFirst(before).filter { $0.hasPrefix("POST /flow/") }
      let forms = sent.map { $0.split(separator: "\n").last ?? "" }.filter { $0.contains("code.read") }
      #expect(forms.count == 1)
      let fields = try #require(forms.first).split(separator: "&").filter { !$0.hasPrefix("revision=") }
      #expect(Set(fields) == ["action=code.read", "three=ready"])
    }
  }

  @Test("the words can be shown again, and a code saved without reading any is not tried") func notNow() async throws {
    try await atStep4 { ring, words in
      let page = ring.page
      try await page.click("#saved")
      try await page.press("Finish")
      _ = try await ring.threeWords()
      try await page.press("Show the words again")
      #expect(try await ring.words() == words)
      try await page.click("#saved")
      try await page.press("Finish")
      try await page.press("Not now")
      try await receipt(ring)
      #expect(try await code(ring)?.proofs == [:])
    }
  }

  @Test("the square's address fills the field, leaves no trace in the address bar, and finds the newest paper")
  func checked() async throws {
    try await enrolled { ring, kit in
      let page = ring.page, before = ring.site.wiretap.requests.count
      try await page.go(to: "\(ring.site.origin)/kit#\(kit.name)")
      try await page.wait(untilTrue: "location.href.endsWith('/kit')")
      try await page.press("Check this paper")
      try await page.wait(untilTrue: "document.querySelector('#kit')?.value === '1 \(kit.check.grouped)'")
      let holds = { ring.site.wiretap.requests.dropFirst(before).filter { $0.contains(kit.check.text.prefix(4)) } }
      #expect(holds().isEmpty, "nothing but the answer sends it")
      try await page.press("Check this paper")
      try await page.wait(forText: "This paper is there, and it is the newest.")
      #expect(holds().count == 1 && holds()[0].hasPrefix("POST /flow/"))
      #expect(!ring.site.log.lines.contains { $0.contains(kit.check.text.prefix(4)) })
      #expect(try await code(ring)?.proofs.keys.elementsEqual([.checked]) == true)
      try await page.press("Done")
      try await page.wait(forText: "The paper was there, and the newest, today.")
    }
  }

  @Test("a sign-in leads back to what the square said and to its check; an older kit is named as such")
  func older() async throws {
    try await enrolled { ring, kit in
      let page = ring.page
      try await ring.start("recovery-code")
      try await ring.hold(ring.yellow)
      try await page.press("Confirm with your passkey")
      _ = try await ring.save()
      try await page.isIn(.keys)
      try await ring.signOut()
      try await page.go(to: "\(ring.site.origin)/kit#\(kit.name)")
      try await page.wait(forText: "Sign in first")
      // Not the laptop's: every request that it was not touched for, such as each new key's, costs it one of five tries.
      try await ring.hold(ring.yellow)
      try await page.press("Sign in")
      try await page.signInWithPasskey()
      try await page.wait(untilTrue: "location.pathname === '/kit' && document.readyState === 'complete'")
      try await page.press("Check this paper")
      try await page.wait(untilTrue: "document.querySelector('#kit')?.value === '1 \(kit.check.grouped)'")
      try await page.press("Check this paper")
      try await page.wait(forText: "This is an older kit. The newest is kit no. 2.")
      #expect(try await code(ring)?.proofs == [:])
    }
  }
}
