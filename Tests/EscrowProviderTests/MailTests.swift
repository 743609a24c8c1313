import Encoding
import EscrowProvider
import Foundation
import Mail
import Testing
import TestProvider

@Suite struct MailTests {
  @Test("A code sent through an external mail server to the truth's address unlocks the share")
  func mail() async throws {
    let server = try await MailServer(login: ("friend", "a secret"))
    let settings = try #require(
      SMTPSettings(
        url: server.url, sender: "codes@friend.example", user: "friend", password: Secret(Array("a secret".utf8))))
    let delivery = SMTPDelivery(SMTPSender(settings))
    try await withProvider(deliveries: [.email: delivery], change: { $0.businessName = "Größe & Söhne" }) { provider in
      let deposit = Deposit(provider, .email, "max@example.com")
      _ = try await deposit.upload()
      let answer = try await deposit.challenge()
      #expect(answer.status == 200 && answer.json["tan_address_hint"] as? String == "max")
      let mail = try await server.mail()
      #expect(mail.contains("FROM codes@friend.example TO max@example.com") && mail.contains("DEFECTS 0"))
      #expect(mail.contains("Größe & Söhne") && mail.contains(String(deposit.id.text.prefix(6))))
      let code = try #require(
        mail.firstMatch(of: /A-[0-9]+(-[0-9]{3,4})+/)?.output.0, "in groups, as a person reads it")
      #expect(!mail.contains("SUBJECT \(code)"))
      let solved = try await deposit.solve(code: String(code))
      #expect(solved.status == 200 && solved.body == deposit.share.bytes)
    }
    try await server.end()
  }

  @Test(
    "The answer says how a mail server failed, and the next try sends at once"
  )
  func failures() async throws {
    let server = try await MailServer(login: ("friend", "a secret"))
    func delivery(_ url: String, password: String = "a secret") throws -> SMTPDelivery {
      let password = Secret(Array(password.utf8))
      let settings = try #require(
        SMTPSettings(url: url, sender: "codes@friend.example", user: "friend", password: password))
      return SMTPDelivery(SMTPSender(settings))
    }
    let cases: [(delivery: SMTPDelivery, address: String, refusal: Refused)] = [
      (try delivery(server.url), "nobody@example.com", Refused(500, 8212)),
      (try delivery(server.url, password: "wrong"), "max@example.com", Refused(500, 8211)),
      (try delivery("smtp://127.0.0.1:1"), "max@example.com", Refused(500, 8211)),
    ]
    for one in cases {
      try await withProvider(deliveries: [.email: one.delivery]) { provider in
        let deposit = Deposit(provider, .email, one.address)
        _ = try await deposit.upload()
        for _ in 0..<2 { #expect(try await deposit.challenge().refusal == one.refusal, "\(one.address)") }
        #expect(!provider.log.lines.contains { $0.contains("example.com") || $0.contains("a secret") })
      }
    }
    try await server.end()
  }

  @Test(
    "Only a mail server's address without password, and a plain sender, are accepted",
    arguments: [
      ("https://mail.example", "a@b.example"), ("smtp://", "a@b.example"), ("mail.example", "a@b.example"),
      ("smtp://user:word@mail.example", "a@b.example"), ("smtp://mail.example", "Friend <a@b.example>"),
      ("smtp://mail.example", "a@b.example\r\n"),
    ])
  func settings(url: String, sender: String) { #expect(SMTPSettings(url: url, sender: sender) == nil) }
}
