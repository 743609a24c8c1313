import Configuration
import Encoding
import Escrow
import Foundation
import Model
import Testing

@testable import ProviderOperation
@testable import latchstring

@Suite struct ProviderSettingsTests {
  private func settings(_ file: String, _ environment: [String: String] = [:]) async throws -> ProviderCommandSettings {
    let path = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID()).json")
    try Data(file.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return try ProviderCommandSettings(try await StrictSettings(flags: [:], environment: environment, file: path.path))
  }
  private func problem(_ file: String, _ environment: [String: String] = [:]) async -> String? {
    do { _ = try await settings(file, environment) } catch let problem as ConfigurationProblem {
      return problem.description
    } catch {}
    return nil
  }

  @Test("A provider with only a name offers methods without prerequisites, free of charge")
  func least() async throws {
    let settings = try await settings(#"{"provider": {"name": "Ana"}}"#)
    #expect(settings.port == 8430 && settings.host == "127.0.0.1" && settings.provider.businessName == "Ana")
    #expect(
      settings.provider.methods.map(\.type) == [.question, .totp]
        && settings.provider.methods.allSatisfy { $0.cost.text == "EUR:0" })
    #expect(
      settings.provider.annualFee.isZero && settings.smtp == nil && settings.merchant == nil
        && settings.provider.saltText == nil)
  }

  @Test("Prices, texts, limits and programs are read") func all() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("Terms".utf8).write(to: folder.appending(path: "terms.de.txt"))
    try Data("a password\n".utf8).write(to: folder.appending(path: "password"))
    let settings = try await settings(
      """
      {"provider": {"name": "Ana", "methods": ["email=0.10", "sms = 1"], "currency": "CHF",
        "fee": {"annual": "2.5", "truth": "0.01"}, "old": {"protocol": "on"},
        "terms": ["\(folder.path)/terms.de.txt"], "url": "https://escrow.example.org/", "storage": {"limit": 4}},
       "limits": {"wrong": {"answers": 7}}, "trusted": {"proxies": 1}, "sms": {"command": ["/usr/bin/env", "--now"]},
       "smtp": {"url": "smtps://mail.example.org", "sender": "codes@example.org",
        "password": {"file": "\(folder.path)/password"}},
       "merchant": {"url": "https://backend.example/"}}
      """, ["LATCHSTRING_MERCHANT_TOKEN": "token"])
    #expect(
      settings.provider.methods == [
        .init(.email, cost: try #require(Amount("CHF:0.1"))), .init(.sms, cost: try #require(Amount("CHF:1"))),
      ])
    #expect(settings.provider.annualFee.text == "CHF:2.5" && settings.provider.truthUploadFee.text == "CHF:0.01")
    #expect(
      settings.provider.speaksOldProtocol && settings.provider.storageLimit == 4
        && settings.provider.limits.wrongAnswersPerTruth == 7)
    #expect(
      settings.provider.limits.trustedProxies == 1
        && settings.commands == [.sms: OperatorCommand(line: ["/usr/bin/env", "--now"])])
    let terms = try #require(settings.provider.terms.texts.first)
    #expect(terms.language == "de" && terms.mediaType == "text/plain" && terms.bytes == Array("Terms".utf8))
    #expect(settings.smtp?.password?.matches(Secret(Array("a password".utf8))) == true)
    #expect(settings.merchant?.token.matches(Secret(Array("token".utf8))) == true)
  }

  @Test("Unusable settings prevent the start with a sentence that names them") func problems() async {
    let cases: [(file: String, named: String)] = [
      (#"{}"#, "provider.name"), (#"{"provider": {"name": "A", "methods": ["fax"]}}"#, "provider.methods"),
      (#"{"provider": {"name": "A", "methods": ["email=cheap"]}}"#, "provider.methods"),
      (#"{"provider": {"name": "A", "currency": "€"}}"#, "provider.currency"),
      (#"{"provider": {"name": "A", "fee": {"annual": "-1"}}}"#, "fee.annual"),
      (#"{"provider": {"name": "A", "url": "https://a.example/escrow/"}}"#, "provider.url"),
      (#"{"provider": {"name": "A", "url": "http://escrow.example.org/"}}"#, "without TLS"),
      (#"{"provider": {"name": "A", "terms": ["/nowhere.txt"]}}"#, "provider.terms"),
      (#"{"provider": {"name": "A", "terms": ["/nowhere.doc"]}}"#, "provider.terms"),
      (#"{"provider": {"name": "A"}, "sms": {"command": ["send"]}}"#, "sms.command"),
      (
        #"{"provider": {"name": "A"}, "sms": {"command": ["/usr/bin"]}}"#,
        "sms.command names /usr/bin, which is no program"
      ),
      (#"{"provider": {"name": "A"}, "post": {"command": ["/etc/passwd"]}}"#, "post.command"),
      (#"{"provider": {"name": "A", "salt": {"text": ""}}}"#, "provider.salt.text"),
      (
        #"{"provider": {"name": "A"}, "smtp": {"url": "smtp://a.example", "sender": "a@b.example", "user": "a"}}"#,
        "smtp.password"
      ),
      (#"{"provider": {"name": "A"}, "smtp": {"url": "smtp://a.example"}}"#, "smtp.sender"),
      (#"{"provider": {"name": "A"}, "smtp": {"url": "mail", "sender": "a@b.example"}}"#, "smtp.url"),
      (#"{"provider": {"name": "A"}, "merchant": {"url": "https://a.example"}}"#, "merchant.token"),
      (
        #"""
        {"provider": {"name": "A"}, "merchant": {"url": "https://a.example", "token": "x"},
         "email": {"command": ["/usr/bin/env"]}, "smtp": {"url": "smtp://a.example", "sender": "a@b.example"}}
        """#,
        "email.command"
      ),
      (#"{"provider": {"name": "A"}, "iban": {"transfers": "/a", "command": ["/usr/bin/env"]}}"#, "iban.transfers"),
      (#"{"provider": {"name": "A", "methods": ["video"]}}"#, "video.meeting is missing"),
      (#"{"provider": {"name": "A"}, "video": {"meeting": "Call"}}"#, "video is not among provider.methods"),
      (
        #"{"provider": {"name": "A", "methods": ["video"]}, "video": {"meeting": " "}}"#,
        "video.meeting must be one line"
      ),
    ]
    for one in cases { #expect(await problem(one.file)?.contains(one.named) == true, "\(one.file)") }
    let both = ["LATCHSTRING_SMTP_PASSWORD": "a", "LATCHSTRING_SMTP_PASSWORD_FILE": "/b"]
    let said = await problem(
      #"{"provider": {"name": "A"}, "smtp": {"url": "smtp://a.example", "sender": "a@b.example"}}"#, both)
    #expect(said?.contains("smtp.password") == true)
  }

  @Test("An offer that cannot be fulfilled also prevents the start") func unmet() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (file, named) in [
      (#"{"provider": {"name": "A", "methods": ["email"]}}"#, "email"),
      (#"{"provider": {"name": "A", "methods": ["iban"]}}"#, "iban"),
      (#"{"provider": {"name": "A", "fee": {"annual": "1"}}}"#, "merchant"),
      (#"{"provider": {"name": "A", "methods": ["totp", "totp"]}}"#, "methods"),
    ] {
      let settings = try await settings(file, ["LATCHSTRING_DATA": folder])
      do {
        _ = try await ProviderProgram(settings)
        Issue.record("started with \(file)")
      } catch let problem as ConfigurationProblem { #expect(problem.description.contains(named)) }
    }
  }
}
