import Crypto
import Encoding
import Foundation
import Testing

/// `latchstring verify`, as a person runs it.
@Suite struct VerifyCommandTests {
  /// A registration without attestation, which needs no signature.
  private func row(_ id: String, key: [Int64: CBORValue]) -> String {
    let challenge = Base64URL.encode([UInt8](0..<32)), name = Base64URL.encode([7])
    let clientData = #"{"type":"webauthn.create","challenge":"\#(challenge)","origin":"https://example.org"}"#
    let key = CBORValue.map(key.map { CBOREntry(key: .integer($0.key), value: $0.value) }).encoded()
    let data =
      Array(SHA256.hash(data: Array("example.org".utf8))) + [0x45] + [UInt8](repeating: 0, count: 20) + [0, 1, 7] + key
    let object = CBORValue.map([
      CBOREntry(key: .text("fmt"), value: .text("none")), CBOREntry(key: .text("attStmt"), value: .map([])),
      CBOREntry(key: .text("authData"), value: .bytes(data[...])),
    ])
    return """
      {"id":"\(id)","kind":"registration","rpId":"example.org","origins":["https://example.org"],\
      "challenge":"\(challenge)","response":{\
      "id":"\(name)","rawId":"\(name)","type":"public-key","clientExtensionResults":{},"response":{\
      "clientDataJSON":"\(Base64URL.encode(Array(clientData.utf8)))",\
      "attestationObject":"\(Base64URL.encode(object.encoded()))"}}}
      """ + "\n"
  }

  @Test("every supported algorithm can be judged, and any other is refused with the reason")
  func algorithms() async throws {
    // The generator of secp256k1 (SEC 2 §2.4.1) serves as the user's key.
    let x = try #require(Hex.decode("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"))
    let y = try #require(Hex.decode("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"))
    let rows = [
      row("es256k", key: [1: .integer(2), 3: .integer(-47), -1: .integer(8), -2: .bytes(x[...]), -3: .bytes(y[...])]),
      row(
        "ed448",
        key: [1: .integer(1), 3: .integer(-53), -1: .integer(7), -2: .bytes([UInt8](repeating: 9, count: 57)[...])]),
    ]
    let result = try await Program.run("verify", "-", input: rows.joined())
    #expect(result.status == 0 && result.output == "es256k\tok\tok\tNo step fails.\ned448\tok\tok\tNo step fails.\n")
    let refused = try await Program.run(
      "verify", "-",
      input: row(
        "mldsa44", key: [1: .integer(7), 3: .integer(-48), -1: .bytes([UInt8](repeating: 5, count: 1312)[...])]))
    #expect(refused.status == 2 && refused.output.hasPrefix("mldsa44\terror\tunsupported-public-key\t"))
    #expect(refused.output.contains("not ML-DSA-44"))
  }

  @Test("client data that is not UTF-8 is rejected with a sentence that says so, in both ceremonies")
  func notUTF8() async throws {
    let challenge = Base64URL.encode([UInt8](0..<32)), name = Base64URL.encode([7])
    func row(_ kind: String, _ type: String, _ rest: String) -> String {
      let clientData =
        Array(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"https://example.org","x":""#.utf8) + [0xff]
        + Array(#""}"#.utf8)
      return """
        {"id":"\(kind)","kind":"\(kind)","rpId":"example.org","origins":["https://example.org"],\
        "challenge":"\(challenge)",\
        "credentialPublicKey":"\(key)","response":{"id":"\(name)","rawId":"\(name)","type":"public-key",\
        "clientExtensionResults":{},"response":{\
        "clientDataJSON":"\(Base64URL.encode(clientData))",\(rest)}}}
        """ + "\n"
    }
    let result = try await Program.run(
      "verify", "-",
      input: row("registration", "webauthn.create", #""attestationObject":"AAAA""#)
        + row("assertion", "webauthn.get", #""authenticatorData":"AAAA","signature":"AAAA""#))
    let lines = result.output.split(separator: "\n")
    #expect(result.status == 2 && lines.count == 2, "\(result)")
    for (line, step) in zip(lines, ["7.1 step 5", "7.2 step 8"]) {
      #expect(
        line.contains("\terror\tmalformed-client-data\tThe client data is not UTF-8") && line.contains("[\(step)]"),
        "\(line)")
    }
  }

  /// An arbitrary key: the ceremonies end before they examine one.
  private var key: String {
    Base64URL.encode(
      CBORValue.map([
        CBOREntry(key: .integer(1), value: .integer(2)), CBOREntry(key: .integer(3), value: .integer(-7)),
        CBOREntry(key: .integer(-1), value: .integer(1)),
        CBOREntry(key: .integer(-2), value: .bytes([UInt8](repeating: 1, count: 32)[...])),
        CBOREntry(key: .integer(-3), value: .bytes([UInt8](repeating: 1, count: 32)[...])),
      ]).encoded())
  }

  @Test("--steps lists every step, also as JSON, and changes neither verdict nor exit status")
  func steps() async throws {
    let x = try #require(Hex.decode("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"))
    let y = try #require(Hex.decode("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"))
    let good = row(
      "good", key: [1: .integer(2), 3: .integer(-47), -1: .integer(8), -2: .bytes(x[...]), -3: .bytes(y[...])])
    let bad = good.replacing(#""origins":["https://example.org"]"#, with: #""origins":["https://other.example"]"#)
    let text = try await Program.run("verify", "--steps", "-", input: bad)
    #expect(text.status == 2 && text.output.hasPrefix("good  error  origin-mismatch  "))
    #expect(text.output.contains("   8  passed             The challenge is the one that was given out\n"))
    #expect(text.output.contains("   9  failed             The origin of the page is accepted\n"))
    #expect(
      text.output.contains("expected https://other.example\n") && text.output.contains("received https://example.org\n")
    )
    let json = try await Program.run("verify", "--json", "-", input: good + bad)
    let lines = json.output.split(separator: "\n").map(String.init)
    #expect(json.status == 2 && lines.count == 2)
    let documents = try lines.map { try JSONDocument(Array($0.utf8)) }
    let steps = documents.map { $0.member("failedStep", of: $0.root).flatMap($0.integer) }
    #expect(steps == [nil, 9])
  }

  @Test("if one JSON object is requested, one is printed even if no file is named or readable")
  func problems() async throws {
    func object(_ arguments: String..., input: String = "") async throws -> (status: Int32, said: [String: String]) {
      let result = try await Program.run(["verify", "--json"] + arguments, input: input)
      return (
        result.status,
        try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: String], "\(result)")
      )
    }
    let missing = try await object("/no/such/file")
    #expect(missing == (1, ["code": "unreadable", "message": "There is no file /no/such/file."]))
    let none = try await object()
    #expect(none.status == 64 && none.said["code"] == "usage", "\(none)")
    let empty = try await object("-")
    #expect(
      empty == (
        1, ["code": "unreadable", "message": "Standard input is empty. It should have one JSON object a line."]
      ))
  }
}
