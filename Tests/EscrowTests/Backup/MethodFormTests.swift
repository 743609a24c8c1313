import Encoding
import Testing

@testable import Escrow

@Suite struct MethodFormTests {
  @Test(
    "C-27: an e-mail address to which nothing can be sent is refused",
    arguments: [
      "", "erika", "erika@", "@example.com", "a@b@example.com", "a b@example.com", "erika@example", "erika@-a.com",
      "erika@example.c1",
      ".a@example.com", "a..b@example.com", "erika@exam_ple.com", "erika@example..com", "é@example.com",
      String(repeating: "a", count: 65) + "@example.com",
    ])
  func email(typed: String) { #expect(EmailAddress(typed) == nil) }

  @Test("C-27: an e-mail address in any usual form is accepted, with its host lowercased")
  func emails() {
    #expect(EmailAddress(" Erika.M+x@Example.COM ")?.text == "Erika.M+x@example.com")
    #expect(EmailAddress("e@a-b.example.museum")?.hint == "•@a-b.example.museum")
    #expect(EmailAddress("erika@example.com")?.hint == "e•a@example.com")
  }

  @Test(
    "C-27: an invalid telephone number is refused",
    arguments: ["", "12345", "+1234567890123456", "+0491234567", "12a4567", "+49+123456", "A-1234567"])
  func phone(typed: String) { #expect(PhoneNumber(typed) == nil) }

  @Test("C-27: a telephone number is accepted as people write it")
  func phones() {
    #expect(PhoneNumber("+49 (30) 901-820")?.text == "+4930901820")
    #expect(PhoneNumber("0041 44/668.18.00")?.text == "+41446681800")
    #expect(PhoneNumber("030 901820")?.text == "030901820")
    #expect(PhoneNumber("030901820")?.hint == "•20")
  }

  @Test(
    "C-27: an IBAN with a wrong digit, two swapped ones or another form is refused",
    arguments: [
      "", "DE89370400440532013001", "DE89370400440532013010", "ED89370400440532013000", "8937040044053201300DE0",
      "DE893704",
      "DE8937040044053201300ä",
    ])
  func iban(typed: String) { #expect(BankAccount(typed) == nil) }

  @Test(
    "C-27: an IBAN of any length is accepted with its spaces",
    arguments: ["DE89 3704 0044 0532 0130 00", "no9386011117947", "MT84MALT011000012345MTLCAST001S"])
  func ibans(typed: String) { #expect(BankAccount(typed)?.text == typed.uppercased().filter { $0 != " " }) }

  @Test("C-27: a postal address says which of its lines cannot be printed")
  func post() {
    var address = PostalAddress(
      fullName: "Erika Müller", street: "Seestr. 1", city: "Zürich", postcode: "8001", country: "CH")
    #expect(address.faults.isEmpty && BackupMethod.post(address)?.instructions == "8001")
    address.street = " "
    address.city = "Zürich\n8001"
    #expect(address.faults == [.street, .city] && BackupMethod.post(address) == nil)
  }

  @Test("C-27: a TOTP key of the wrong length, an empty question and an unknown method are rejected")
  func others() {
    #expect(BackupMethod.totp(key: Secret([UInt8](repeating: 1, count: 20)), instructions: "clock") == nil)
    #expect(BackupMethod.totp(key: Secret([UInt8](repeating: 1, count: 32)), instructions: "clock") != nil)
    #expect(
      BackupMethod.question(" ", answer: Secret([97])) == nil
        && BackupMethod.question("a?", answer: Secret([32])) == nil)
    let wrong: [(MethodType, String)] = [
      (.email, "erika"), (.sms, "+49 30 901820"), (.iban, "DE00"), (.post, "{}"), (MethodType(rawValue: "video"), "a"),
    ]
    for (type, text) in wrong {
      #expect(BackupMethod(type: type, instructions: "i", challenge: FiledSecret(Array(text.utf8))).checked == nil)
    }
    #expect(BackupMethod(type: .question, instructions: "i", challenge: FiledSecret([0xff])).checked == nil)
  }

  @Test("A truth contains what providers read: a hash, an address, the lines of a letter, a key")
  func texts() throws {
    let salt = Base32Bytes([UInt8](repeating: 1, count: 16)), id = Base32Bytes([UInt8](repeating: 2, count: 32))
    func text(_ method: BackupMethod?) throws -> [UInt8] {
      try TruthText.of(#require(method), salt: salt, id: id).exposed
    }
    let question = BackupMethod.question("a?", answer: Secret(Array("Blue ".utf8)))
    #expect(
      try text(question)
        == AnswerHash.of(answer: Secret(Array("Blue ".utf8)), salt: salt.bytes, truth: id.bytes))
    #expect(try text(.email(#require(EmailAddress("a@example.com")))) == Array("a@example.com".utf8))
    #expect(try text(.sms(#require(PhoneNumber("+4930901820")))) == Array("+4930901820".utf8))
    #expect(try text(.iban(#require(BankAccount("DE89370400440532013000")))) == Array("DE89370400440532013000".utf8))
    let address = PostalAddress(
      fullName: " Erika Müller", street: "Seestr. 1/2", city: "Zürich", postcode: "8001", country: "CH")
    #expect(
      try text(.post(address))
        == Array(
          #"{"city":"Zürich","country":"CH","full_name":"Erika Müller","postcode":"8001","street":"Seestr. 1/2"}"#.utf8)
    )
    #expect(try text(.totp(key: Secret(Person.clockKey), instructions: "clock")) == Person.clockKey)
  }
}
