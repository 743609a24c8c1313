import Encoding

extension CTAPStatus {
  /// What a client is told of anything that can go wrong inside.
  init(cause: any Error) {
    switch cause {
    case let status as CTAPStatus: self = status
    case let error as CBORError: self = error == .unexpectedType ? .unexpectedType : .invalidCBOR
    case let error as KeyStoreError: self.init(error)
    case ShelfError.full: self = .keyStoreFull
    default: self = .other
    }
  }

  private init(_ error: KeyStoreError) {
    self =
      switch error.code {
      case .wrongPIN(retries: 0), .pinBlocked: .pinBlocked
      case .wrongPIN: .pinInvalid
      case .pinNotSet: .pinNotSet
      case .pinSet: .pinAuthInvalid
      case .pinRequired: .puatRequired
      case .unknownKey: .invalidCredential
      case .full: .keyStoreFull
      case .unavailable, .busy, .failed: .other
      }
  }
}
