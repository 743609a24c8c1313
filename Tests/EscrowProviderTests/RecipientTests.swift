import Encoding
import Escrow
import Foundation
import Testing

@testable import EscrowProvider

/// The truths of a finished set-up are not looked at until the day of recovery. Whatever a client accepts, a provider
/// must accept then.
@Suite struct RecipientTests {
  private static func plain(_ method: BackupMethod?) throws -> String {
    let bytes = try #require(method?.checked).challenge.secret.withBytes { Array($0) }
    return try #require(String(validating: bytes, as: UTF8.self))
  }

  @Test(
    "C-27: every e-mail address that a set-up takes gets its code at recovery",
    arguments: [
      "a@xn--e1afmkfd.xn--p1ai", "Erika.M+x@Example.COM", "e_%-@a-b.example.museum", "1@2.io", "a@b.XN--P1AI",
      String(repeating: "a", count: 64) + "@"
        + Array(repeating: String(repeating: "b", count: 60), count: 3).joined(separator: ".") + ".com",
    ])
  func email(typed: String) throws {
    let address = try #require(EmailAddress(typed)), truth = try Self.plain(.email(address))
    #expect(EmailMethod.recipient(truth)?.arguments == [address.text])
  }

  @Test("C-27: an e-mail address that no provider would accept is rejected while still correctable")
  func unsendable() {
    let long = Array(repeating: String(repeating: "b", count: 60), count: 4).joined(separator: ".") + ".com"
    for typed in ["-x@example.com", "-oProxy@example.com", "abcdefghijk@" + long] {
      #expect(EmailAddress(typed) == nil && EmailMethod.recipient(typed) == nil, "\(typed)")
    }
  }

  @Test(
    "C-27: every telephone number that a set-up takes gets its code at recovery",
    arguments: ["+49 (30) 901-820", "0041 44/668.18.00", "123456"])
  func phone(typed: String) throws {
    let number = try #require(PhoneNumber(typed)), truth = try Self.plain(.sms(number))
    #expect(SMSMethod.recipient(truth)?.arguments == [number.text])
  }

  @Test(
    "C-27: every account that a set-up takes is one at recovery",
    arguments: ["no93 8601 1117 947", "MT84MALT011000012345MTLCAST001S"])
  func account(typed: String) throws {
    let account = try #require(BankAccount(typed)), truth = try Self.plain(.iban(account))
    guard case .transfer(let iban) = try OpenTruth(Secret(Array(truth.utf8)), type: .iban) else {
      Issue.record("It is not opened as an account.")
      return
    }
    #expect(iban == truth)
  }

  @Test(
    "C-27: a hyphen for a missing postcode prints as a dash, and no line is a command's option"
  )
  func letter() throws {
    let address = PostalAddress(
      fullName: "Seán Ó Néill", street: "-", city: "-\u{301}o", postcode: "-", country: "--help")
    let truth = try Self.plain(BackupMethod.post(address)), recipient = try #require(PostMethod.recipient(truth))
    #expect(recipient.arguments == ["Seán Ó Néill", "–", "–\u{301}o", "–", "–-help"] && recipient.hint == "-")
  }

  @Test(
    "C-27: a line that would be two in a letter is refused at set-up and at recovery",
    arguments: ["Cork\u{85}A-1", "Cork\u{9b}A-1", "Cork\u{2028}A-1", "Cork\u{2029}A-1", "Cork\nA-1"])
  func lines(city: String) throws {
    let address = PostalAddress(fullName: "Seán", street: "1", city: city, postcode: "1", country: "Ireland")
    #expect(address.faults == [.city] && BackupMethod.post(address) == nil)
    #expect(PostMethod.recipient(String(decoding: try JSONEncoder().encode(address), as: UTF8.self)) == nil)
  }
}
