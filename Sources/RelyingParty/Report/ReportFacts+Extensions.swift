import Encoding

extension ReportFacts {
  /// The outputs of extensions, apart by who says them. Only truth values and numbers are shown: anything else may be a secret or a person's.
  var extensions: ReportPart? {
    let client = (read.extensionResults.map { results in results.document.members(of: results.node).map { ($0, results.document) } } ?? [])
      .map { member, document in
        ReportFact(
          "client.\(name(document.string(member.name)))", name(document.string(member.name)), Self.shown(member.value, in: document),
          note: "says the browser")
      }
    let signed = (read.authenticatorData?.extensions?.map ?? []).map { entry in
      ReportFact("signed.\(name(entry.key.text))", name(entry.key.text), Self.shown(entry.value), note: "says the authenticator, under its signature")
    }
    guard !client.isEmpty || !signed.isEmpty || read.carriesSecrets else { return nil }
    var facts = client + signed
    if read.carriesSecrets {
      facts.append(
        ReportFact(
          "secrets", "PRF results", "present, and not shown",
          note: "They are secrets of the person. A page has to strip them before it sends the response."))
    }
    return ReportPart("extensions", "Extensions", facts)
  }

  private func name(_ text: String?) -> String { WebAuthnError.printable(text ?? "without a name", limit: 48) }

  private static func shown(_ node: JSONNode, in document: JSONDocument) -> String {
    switch node.kind {
    case .true, .false: return document.boolean(node).map { "\($0)" } ?? ""
    case .number: return document.integer(node).map { "\($0)" } ?? "a number"
    case .null: return "null"
    case .string, .escapedString: return "text"
    case .array: return "a list of \(document.items(of: node).count)"
    case .object:
      let members = document.members(of: node).compactMap { member -> String? in
        guard let name = document.string(member.name), let value = document.boolean(member.value) else { return nil }
        return "\(WebAuthnError.printable(name, limit: 48)) \(value)"
      }
      return members.isEmpty ? "present" : members.joined(separator: ", ")
    }
  }

  private static func shown(_ value: CBORValue) -> String {
    switch value {
    case .boolean(let value): "\(value)"
    case .integer(let number): "\(number)"
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .text: "text"
    case .array(let items): "a list of \(items.count)"
    case .map: "present"
    case .null: "null"
    }
  }
}
