import Escrow

/// A method in which a code is brought to somebody.
protocol CodeMethod: Sendable {
  static var rules: CodeRules { get }
  static var refusals: CodeRefusals { get }
  /// Reads who the truth is about; `nil` where it is not written as it has to be.
  static func recipient(_ truth: String) -> Recipient?
}

/// Whom a code goes to.
public struct Recipient: Hashable, Sendable {
  /// What a command is given, one after the other: a number, an address, or name, street, city, postcode and country.
  public var arguments: [String]
  /// What is told to who asks for the code, so that they know where to look.
  public var hint: String
  public init(arguments: [String], hint: String) { self.arguments = arguments; self.hint = hint }
}

/// What is answered where a code cannot be brought.
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
