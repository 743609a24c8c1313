extension KeycardClient {
  /// Selects the Keycard application and reads what it says of itself. It closes the secure channel and takes back a verified PIN.
  ///
  /// - Throws: `notKeycard` where the card has no such application; `malformed` for an answer that none gives.
  @discardableResult public func select() throws(KeycardError) -> ApplicationInfo {
    forgetChannel()
    application = nil
    let header = CommandHeader(.select, 0x04, 0x00, commandClass: 0x00)
    let response = try send(CommandAPDU(header, data: Self.applicationIdentifier, expectsData: true))
    // Other cards refuse in many words: 6A82, 6D00, 6E00, 6985.
    guard response.status == .success else { throw KeycardError(.notKeycard, status: response.status.rawValue) }
    let selected = try ApplicationInfo(response.succeeded())
    application = selected
    return selected
  }

  /// What the selected card said.
  ///
  /// - Throws: `invalid` before `select()`, and for a blank card.
  func initializedApplication() throws(KeycardError) -> InitializedApplication {
    guard case .initialized(let application) = application else { throw KeycardError(.invalid, "no initialized card is selected") }
    return application
  }
}
