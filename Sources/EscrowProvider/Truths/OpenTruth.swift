import Encoding
import Escrow
import Foundation

/// An opened truth: the value that its method checks.
enum OpenTruth: Sendable {
  /// The hash of the answer to a security question.
  case question(Secret)
  /// The key of the person's authenticator app.
  case clock(Secret)
  case code(any CodeMethod.Type, Recipient)
  case transfer(iban: String)
  /// The photo with which the person is compared.
  case photo(Photo)

  /// - Throws: `ProviderRefusal` if the upload does not meet the method's requirements.
  init(_ plain: Secret, type: MethodType) throws {
    switch type {
    case .question: self = .question(plain)
    case .totp:
      guard plain.count == TimeBasedCode.keyCount else { throw ProviderRefusal(.totpKeyInvalid) }
      self = .clock(plain)
    case .iban:
      guard let text = Self.text(of: plain), BankAccount.isValid(text) else { throw ProviderRefusal(.ibanInvalid) }
      self = .transfer(iban: text)
    case .video:
      guard let photo = plain.withBytes({ Photo(truth: Array($0)) }) else {
        throw ProviderRefusal(.startFailed, "no PNG or JPEG", status: .conflict)
      }
      self = .photo(photo)
    default:
      guard let method = CodeMethods.all[type] else { throw ProviderRefusal(.methodNoLongerSupported) }
      guard let text = Self.text(of: plain), let recipient = method.recipient(text) else {
        throw ProviderRefusal(method.refusals.invalid)
      }
      self = .code(method, recipient)
    }
  }

  private static func text(of plain: Secret) -> String? { plain.withBytes { String(validating: $0, as: UTF8.self) } }
}
