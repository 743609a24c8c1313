import Escrow

/// A method that delivers a code to a person.
protocol CodeMethod: Sendable {
  static var rules: CodeRules { get }
  static var refusals: CodeRefusals { get }
  /// Reads the recipient from a truth. Returns `nil` if the truth is malformed.
  static func recipient(_ truth: String) -> Recipient?
}

/// The recipient of a code.
public struct Recipient: Hashable, Sendable {
  /// The arguments of a delivery command, in order: a number; an address; or name, street, city, postcode and country.
  public var arguments: [String]
  /// A hint that tells the person who requests the code where to look.
  public var hint: String
  public init(arguments: [String], hint: String) { self.arguments = arguments; self.hint = hint }
}

/// The refusals for codes that cannot be delivered.
struct CodeRefusals: Sendable {
  var invalid: RefusalCode
  var notStarted: RefusalCode
  var failed: RefusalCode
}

enum CodeMethods {
  static let all: [MethodType: any CodeMethod.Type] = [
    .email: EmailMethod.self, .sms: SMSMethod.self, .post: PostMethod.self,
  ]
}
