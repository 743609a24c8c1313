import Encoding
import Escrow
import Foundation
import HandsProtocol
import TestProvider
import Testing
import Vocabulary

@testable import EscrowHands

/// Entries typed for account recovery: checked before they are kept, shown as they will be used, and kept only for
/// their owner and their page.
@Suite struct EscrowTypedTests {
  @Test("C-21 C-22: attributes are shown as used; an invalid one is named and its attempt discarded")
  func identity() async throws {
    try await withPerson([]) { person in
      var typed = EscrowPerson.attributes
      typed["ahv_number"] = "756.9217.0769.84"
      #expect(await person.identify(.backup, typed).reply == .misfit([EscrowMisfit("ahv_number", .checkDigit)]))
      #expect(await person.ask(.showIdentity(.backup)).reply == .lost)
      typed = EscrowPerson.attributes
      typed["full_name"] = "  mirela   AEBISCHER "
      typed["memorable_word"] = ""
      let fit = await person.identify(.backup, typed)
      guard case .identified(let strength, []) = fit.reply else {
        Issue.record("It does not fit: \(fit.reply)")
        return
      }
      #expect(strength.stranger > strength.acquaintance && strength.acquaintance == 0)
      let used = await person.ask(.showIdentity(.backup)).texts
      #expect(used == fit.texts && Set(used.keys) == Set(typed.keys.map(\.rawValue)) && used["memorable_word"] == "")
      var spelled = typed
      spelled["full_name"] = "Mirela Aebischer"
      #expect(await person.identify(.backup, spelled).texts["full_name"] == used["full_name"])
      #expect(
        await person.ask(.identify(.backup, country: "ch", fields: ["full_name", "ahv_number"]), ["full_name": "M"])
          .reply == .lost)
      #expect(await person.ask(.identify(.backup, country: "zz", fields: []), [:]).reply == .failed)
    }
  }

  @Test("C-26 C-27: each method's data is checked for its format, and errors are named by field")
  func misfits() async throws {
    try await withPerson([]) { person in
      #expect(await person.add(.email, ["email": "a@example.org"]) == .lost, "nothing was begun")
      _ = await person.identify(.backup)
      let wrong: [(EscrowKind, [FieldID: String], FieldID, EscrowMisfit.Fault)] = [
        (.email, ["email": "mirela.example.org"], "email", .form), (.email, ["email": " "], "email", .missing),
        (.sms, ["phone": "+41 seventy"], "phone", .form),
        (.sms, ["phone": "079 123 45 67"], "phone", .form),
        (.iban, ["iban": "CH94 0076 2011 6238 5295 7"], "iban", .checkDigit),
        (.iban, ["iban": "12"], "iban", .form), (.question, ["question": "Which?", "answer": ""], "answer", .missing),
        (.video, ["photo": ""], "photo", .missing), (.video, ["photo": "no picture"], "photo", .form),
        (.video, ["photo": Data("GIF89a".utf8).base64EncodedString()], "photo", .form),
        (.video, ["photo": Data(TestPhoto.png.dropLast()).base64EncodedString()], "photo", .form),
        (.video, ["photo": Data(TestPhoto.jpeg(Photo.most + 1)).base64EncodedString()], "photo", .tooLong),
        (.post, EscrowPerson.post.merging(["city": ""]) { $1 }, "city", .missing),
        (.post, EscrowPerson.post.merging(["street": String(repeating: "x", count: 101)]) { $1 }, "street", .tooLong),
      ]
      for (kind, typed, field, fault) in wrong {
        #expect(await person.add(kind, typed) == .misfit([EscrowMisfit(field, fault)]), "\(kind) \(field)")
      }
      #expect(await person.add(.question, ["question": "Which?"]) == .lost, "one of the two was not typed")
      #expect(await person.ask(.addMethod(.email, fields: []), [:]).reply == .failed)
    }
  }

  /// Each reason why a file cannot be read is reported separately.
  @Test("C-26 C-27: a picture file is read into its field without metadata, or reported as invalid")
  func photoFile() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ bytes: some Collection<UInt8>) throws -> String {
      let path = folder.appending(path: "\(UUID())").path
      try Data(bytes).write(to: URL(filePath: path))
      return path
    }
    let note: [UInt8] = [0, 0, 0, 5] + Array("tEXtplace".utf8) + [0, 0, 0, 0],
      noted = TestPhoto.png[..<33] + note + TestPhoto.png[33...]
    for bytes in [TestPhoto.png[...], noted] {
      let read = try PhotoFile.read(try file(bytes))
      #expect(read.withBytes { Data(base64Encoded: Data($0)) } == Data(TestPhoto.png))
    }
    for wrong in ["/nowhere/photo.png", folder.path, "/dev/zero"] {
      #expect(throws: PhotoFile.Fault.unreadable) { try PhotoFile.read(wrong) }
    }
    for wrong in [Array("GIF89a".utf8), [], TestPhoto.png.dropLast(4)] {
      #expect(throws: PhotoFile.Fault.notPicture) { try PhotoFile.read(try file(wrong)) }
    }
    #expect(throws: PhotoFile.Fault.tooLarge) { try PhotoFile.read(try file(TestPhoto.jpeg(Photo.most + 1))) }
  }

  @Test("C-29: methods keep their numbers, a duplicate is merged, and a removed one is gone")
  func methods() async throws {
    try await withPerson([]) { person in
      _ = await person.identify(.backup)
      #expect(await person.add(.email, ["email": "a@example.org"]) == .methodAdded(EscrowMethodFacts(0, .email)))
      #expect(await person.add(.sms, ["phone": "+41 79 123 45 67"]) == .methodAdded(EscrowMethodFacts(1, .sms)))
      #expect(await person.add(.email, ["email": "a@EXAMPLE.org"]) == .methodAdded(EscrowMethodFacts(0, .email)))
      #expect(await person.ask(.removeMethod(0)).reply == .methodRemoved(0))
      #expect(await person.add(.post, EscrowPerson.post) == .methodAdded(EscrowMethodFacts(2, .post)))
      let resumed = await person.ask(.resume(.backup))
      guard case .resumed(.backup(_, let methods, _, _, _)) = resumed.reply else {
        Issue.record("What was begun is not there any more: \(resumed.reply)")
        return
      }
      #expect(methods.map(\.number) == [1, 2])
      #expect(
        resumed.texts == [
          "method-1": "+41791234567", "method-2": "Mirela Muster, Seestrasse 14, 8002 Zürich, Switzerland",
        ])
    }
  }

  @Test("a TOTP key is shown once, in the form that apps expect, and counts after a correct code")
  func clock() async throws {
    try await withPerson([]) { person in
      _ = await person.identify(.backup)
      #expect(await person.add(.totp, ["clockCode": "1"]) == .lost, "no key was drawn")
      guard case .clock(let uri, let text)? = await person.ask(.drawClock("clock")).shown else {
        Issue.record("No key.")
        return
      }
      #expect(uri.text.hasPrefix("otpauth://totp/Latchstring:") && uri.text.hasSuffix("&secret=\(text.text)"))
      #expect(uri.text.contains("algorithm=SHA1&digits=8&period=30") && text.text.count == 52)
      let key = Secret(Self.base32(text.text)), code = TimeBasedCode.code(key: key, counter: 1_800_000_000 / 30)
      #expect(
        await person.add(.totp, ["clockCode": "\((code + 1) % 100_000_000)"])
          == .misfit([EscrowMisfit("clockCode", .wrong)]))
      let padded = String(repeating: "0", count: 8 - "\(code)".count) + "\(code)"
      #expect(await person.add(.totp, ["clockCode": padded]) == .methodAdded(EscrowMethodFacts(0, .totp)))
      #expect(await person.add(.totp, ["clockCode": padded]) == .lost, "the next one takes a key of its own")
    }
  }

  /// Decodes Base32, the reverse of what the program does.
  private static func base32(_ text: String) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let bits = text.flatMap { character -> [Bool] in
      let value = alphabet.firstIndex(of: character) ?? 0
      return (0..<5).map { value >> (4 - $0) & 1 == 1 }
    }
    return stride(from: 0, to: bits.count - 7, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  /// A damaged file is left until it is discarded.
  @Test("C-53: a page sees only what it began, in files that only the owner can read")
  func separate() async throws {
    try await withPerson([]) { person in
      _ = await person.identify(.backup)
      #expect(await person.ask(.showIdentity(.backup), from: "https://other.example").reply == .lost)
      #expect(await person.ask(.resume(.backup), from: "https://other.example").reply == .nothingLeft)
      #expect(await person.ask(.showIdentity(.recovery)).reply == .lost)
      let files = try FileManager.default.contentsOfDirectory(atPath: person.folder).filter { !$0.hasSuffix(".lock") }
      #expect(files.count == 1 && !files[0].contains("example"))
      for (path, mode) in [(person.folder, 0o700), ("\(person.folder)/\(files[0])", 0o600)] {
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
      }
      try Data("{".utf8).write(to: URL(filePath: "\(person.folder)/\(files[0])"))
      #expect(await person.ask(.resume(.backup)).reply == .failed)
      #expect(await person.identify(.backup).reply == .failed)
      #expect(await person.ask(.discard(.backup)).reply == .discarded)
      #expect(await person.ask(.resume(.backup)).reply == .nothingLeft)
    }
  }

  /// A later reader finds what that program wrote.
  @Test("C-53: while another program writes, an order changes nothing and says why")
  func twoPrograms() async throws {
    try await withPerson([]) { person in
      _ = await person.identify(.backup)
      let held = try await EscrowNotebook(folder: person.folder).lock(EscrowPerson.origin, patience: .zero)
      let before = person.kept, effect = EscrowEffect.addMethod(.email, fields: ["email"])
      let operations = EscrowOperations(
        client: ProviderClient(http: person.http), folder: person.folder, patience: .zero)
      let work = EscrowWork(effect, secrets: ["email": Secret(Array("a@example.org".utf8))])
      #expect(await operations.perform(work, from: EscrowPerson.origin).reply == .busy && person.kept == before)
      #expect(
        await operations.perform(EscrowWork(.resume(.backup), secrets: [:]), from: "https://other.example").reply
          == .nothingLeft)
      #expect(
        await operations.perform(EscrowWork(.status, secrets: [:]), from: EscrowPerson.origin).reply == .nothingLeft)
      withExtendedLifetime(held) {}
    }
  }

  @Test("C-53: two programs that write at the same time lose none of each other's data")
  func manyPrograms() async throws {
    try await withPerson([]) { person in
      _ = await person.identify(.backup)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<8 { group.addTask { _ = await person.add(.email, ["email": "a\(number)@example.org"]) } }
      }
      guard case .resumed(.backup(_, let methods, _, _, _)) = await person.ask(.resume(.backup)).reply else {
        Issue.record("Nothing is there.")
        return
      }
      #expect(methods.count == 8)
    }
  }

  @Test("C-30 C-31: responding providers are added and queried again; others are reported, not kept")
  func providers() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: "http://127.0.0.1:9/"), .init(url: "not an address")]) { person in
        guard
          case .providers(let first) = await person.ask(
            .contact(.recovery, [provider.url, "gopher://x", "http://127.0.0.1:7/"])
          ).reply
        else {
          Issue.record("No providers.")
          return
        }
        #expect(first.map(\.url) == ["http://127.0.0.1:9/", provider.url, "gopher://x", "http://127.0.0.1:7/"])
        #expect(first.map(\.trouble) == [.unreachable, nil, .notProvider, .unreachable])
        guard case .providers(let again) = await person.ask(.contact(.recovery, [])).reply else {
          Issue.record("No providers.")
          return
        }
        #expect(again.map(\.url) == ["http://127.0.0.1:9/", provider.url])
      }
    }
  }

  @Test("a hosted page learns of no local listeners except providers known to the hands")
  func loopback() async throws {
    let hosted = "https://accounts.example"
    try await withProvider { provider in
      try await withPerson([]) { person in
        _ = await person.ask(
          .identify(.recovery, country: "ch", fields: Array(EscrowPerson.attributes.keys)), EscrowPerson.attributes,
          from: hosted)
        for url in [provider.url, "http://127.0.0.1:9/"] {
          guard case .providers(let facts) = await person.ask(.contact(.recovery, [url]), from: hosted).reply else {
            Issue.record("No providers.")
            continue
          }
          #expect(facts.map(\.trouble) == [.notProvider] && facts.map(\.url) == [url])
          #expect(await person.ask(.discover([url]), from: hosted).reply == .failed)
          #expect(await person.ask(.upload(EscrowPerson.plan(url)), from: hosted).reply == .lost)
        }
        #expect(!provider.log.lines.contains { $0.contains("config") })
        _ = await person.ask(.contact(.recovery, [provider.url]))
        #expect(provider.log.lines.contains { $0.contains("config") }, "the home's own page may")
      }
      try await withPerson([.init(url: provider.url)]) { person in
        guard case .providers(let facts) = await person.ask(.contact(.recovery, []), from: hosted).reply else {
          Issue.record("No providers.")
          return
        }
        #expect(facts.map(\.trouble) == [nil])
      }
    }
  }

  @Test("an upload that names a missing provider, or a plan with unknown items, is rejected")
  func gaps() async throws {
    try await withPerson([]) { person in
      let url = try await withProvider { provider in
        _ = await person.ask(.contact(.backup, [provider.url]))
        await person.prepare()
        return provider.url
      }
      _ = await person.ask(.contact(.backup, [url]))
      #expect(await person.ask(.upload(EscrowPerson.plan(url))).reply == .gaps([EscrowGap(url: url, .unreachable)]))
      #expect(
        await person.ask(.upload(EscrowPerson.plan("http://127.0.0.1:9/"))).reply
          == .gaps([EscrowGap(url: "http://127.0.0.1:9/", .unreachable)]))
      #expect(await person.ask(.upload(EscrowPlan([EscrowPolicyFacts([.init(7, url)])], years: 1))).reply == .failed)
      #expect(await person.ask(.upload(EscrowPlan([], years: 1))).reply == .failed)
      #expect(await person.ask(.upload(EscrowPerson.plan(url, years: 99))).reply == .failed)
    }
  }
}
