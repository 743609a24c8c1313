import Browser
import Encoding
import Foundation
import Person
import Store
import TestSite
import Testing

/// Every secret in the whole life of an account, and every place where the server could have kept one.
@Suite struct EverySecretTests {
  /// Records each PRF output and each Master Key when it is created.
  static let script = """
    (() => {
      const note = (place, value) => {
        const all = JSON.parse(sessionStorage.getItem(place) ?? '[]');
        sessionStorage.setItem(place, JSON.stringify([...all, value]));
      };
      const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      for (const name of ['get', 'create']) {
        const original = CredentialsContainer.prototype[name];
        CredentialsContainer.prototype[name] = async function (options) {
          const credential = await original.call(this, options);
          const first = credential.getClientExtensionResults().prf?.results?.first;
          if (first) note('secrets', hex(first));
          return credential;
        };
      }
      const random = crypto.getRandomValues.bind(crypto);
      crypto.getRandomValues = (array) => {
        const drawn = random(array);
        const { stack } = new Error();
        // The id of the code's record is drawn with it, and is public.
        if (drawn.length === 32
            || (drawn.length === 16 && stack.includes('showCode') && !stack.includes('newRecordID')))
          note('secrets', hex(drawn));
        return drawn;
      };
    })();
    """

  /// No server path contains a recovery code, any written text or a place, either.
  @Test("no file, copy, log, request or audit row has a PRF output, Master Key, code or text")
  func nothingKept() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "latchstring.sqlite")
    try await withKeyRing(store: try SQLiteStore(path: file.path), script: Self.script) { ring in
      try await ring.registerByHand()
      let words = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write("marked sentence of the journal")
      try await ring.page.press("Where your things lie")
      try await ring.page.wait(untilTrue: "document.querySelector('[data-things=verdict]')?.textContent")
      let place = "marked cellar"
      for field in try await ring.page.findAll("[data-things=places] input") { try await field.type(place) }
      try await ring.page.press("Save")
      try await ring.page.wait(forText: "Saved, encrypted in your journal.")
      try await ring.page.press("Overview")
      try await ring.page.wait(forText: "One loss may lock you out: marked cellar.")
      try await ring.takeCopy(ring.yellow)
      let copies = try CopyFolder(), copy = try await copies.save(from: ring.page, as: "copy").copy
      try await ring.page.press("Done")
      try await ring.start("recovery-code")
      try await ring.hold(ring.black)
      try await ring.page.press("Confirm with your passkey")
      let second = try await ring.save(reading: true)
      try await ring.page.isIn(.keys)
      let kit = try #require(try await ring.ways().first { $0.kind == .phrase }?.kit)
      try await ring.page.go(to: "\(ring.site.origin)/kit#\(kit.name)")
      try await ring.page.press("Check this paper")
      try await ring.page.wait(untilTrue: "document.querySelector('#kit')?.value")
      try await ring.page.press("Check this paper")
      try await ring.page.wait(forText: "This paper is there, and it is the newest.")
      try await ring.start("revocation")
      try await ring.page.press("Revoke “yellow”")
      try await ring.page.press("It's lost or broken")
      try await ring.page.press("Confirm with your passkey")
      try await ring.page.wait(forText: "Revoked: “yellow”.")
      try await ring.start("code-test")
      try await ring.page.press("Confirm with your passkey")
      try await ring.page.wait(forText: "Type the twelve words on your paper.")
      try await ring.type(second)
      try await ring.page.press("Try these words")
      try await ring.page.wait(forText: "Your paper works.")
      try await ring.signOut()
      try await ring.restore(second)
      try await ring.yellow.clear()
      try await ring.hold(ring.yellow)
      try await ring.page.press("Enroll a new primary key now")
      try await ring.page.wait(forText: "Name this key")
      try await ring.page.type("yellow again", into: "#name")
      try await ring.page.press("Continue")
      try await ring.page.press("All of these are gone")
      let third = try await ring.save()
      try await ring.page.wait(forText: "It is here: 1 entry.")

      let secrets = Set(
        (try await ring.page.evaluate("JSON.parse(sessionStorage.getItem('secrets'))").array ?? []).compactMap(\.string)
      )
      #expect(secrets.count > 15, "PRF outputs, three codes, their Master Keys and one-time keys")
      let requests = ring.site.wiretap.requests
      #expect(
        requests.contains { $0.hasPrefix("POST /flow/") && $0.contains("way.made") }
          && requests.contains { $0.hasPrefix("POST /journal") })
      var places = [
        "requests": Data(requests.joined(separator: "\n").utf8),
        "log": Data(ring.site.log.lines.joined(separator: "\n").utf8),
      ]
      places["copy of the journal"] = Data(try copies.bytes(copy))
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        places[name] = try Data(contentsOf: folder.appending(path: name))
      }
      #expect(places["latchstring.sqlite"] != nil)
      #expect(
        places.values.contains { $0.range(of: Data("yellow again".utf8)) != nil },
        "what is no secret is found by the same search")
      #expect(!ring.site.log.lines.contains { $0.contains(kit.check.text) || $0.contains(kit.check.grouped) })
      let three = requests.filter { $0.contains("three=ready") }
      #expect(three.count == 1 && second.allSatisfy { !three[0].hasSuffix($0) && !three[0].contains("=\($0)&") })
      let phrases = [words, second, third].flatMap {
        [$0.joined(separator: " "), $0.joined(separator: ","), $0.joined(separator: "+")]
      }
      let texts = phrases + ["marked sentence of the journal", place]
      let marks = secrets.flatMap(Self.spellings) + texts.map { Data($0.utf8) }
      for (place, content) in places {
        for mark in marks { #expect(content.range(of: mark) == nil, "a secret stands in \(place)") }
      }
    }
  }

  /// The possible encodings of the bytes.
  static func spellings(_ hex: String) -> [Data] {
    guard let bytes = Hex.decode(hex) else { return [] }
    let base64 = Data(bytes).base64EncodedString()
    return [Data(bytes)]
      + [hex, hex.uppercased(), base64, base64.replacing("=", with: ""), Base64URL.encode(bytes)].map { Data($0.utf8) }
  }
}
