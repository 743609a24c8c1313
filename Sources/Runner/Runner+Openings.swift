import HandsProtocol
import Model
import Vocabulary

/// Touches that open the Master Key: those from before that still count, and what the hands found with one.
extension Runner {
  /// Returns the verdict with which the server began this run, if it is still fresh. Otherwise returns the key that
  /// signed in to this session within ``RunContents/confirmationLifetime``, if it opens the account as it stands. That
  /// key vouches for nothing here: the run may give its wrap to the hands, and no more. A sign-in without user
  /// verification does not count.
  func recall(_ current: inout Current, _ records: any Records) throws -> ServerReply.Key {
    if ceremonies.site.userVerification == .required, let account = current.account,
      current.contents.isVouched(for: account, at: environment.now()),
      let key = current.contents.vouched?.credential, current.contents.touched.contains(key)
    {
      return .verified(key, .signIn)
    }
    return .recalled(try signedInKey(&current, records))
  }

  private func signedInKey(_ current: inout Current, _ records: any Records) throws -> KeyID? {
    let session = current.session
    guard let account = session.account, let key = session.credential, let touchedAt = session.signedInAt,
      RunContents.isRecent(touchedAt, at: environment.now()), ceremonies.site.userVerification == .required,
      let way = try records.way(key), way.account == account, way.kind == .key, way.stands, way.opens
    else { return nil }
    current.contents.recalled = key
    return key
  }

  /// Notes that a key or a card opened the Master Key, as the hands report. Their word alone is not enough: this very
  /// way must have signed in this run, and have a wrap that it can open.
  func noteOpening(_ key: KeyID, _ current: Current, _ records: any Records) throws {
    guard current.contents.touched.contains(key) || current.contents.recalled == key, let way = try records.way(key),
      way.account == current.account, way.signsIn, way.opens
    else { return }
    try records.note(.opened, of: key, at: environment.now())
  }

  /// Marks a key or a card because the hands found that it does not open its own wrap, such as a key that yields a
  /// different secret from the one for which the wrap was made (G-20). The hands' claim alone is not enough: this very
  /// key must have signed in this run. The wrap is kept, and opens again if the key yields the right secret.
  func markForRewrap(_ key: KeyID, _ current: Current, _ records: any Records) throws {
    guard current.contents.touched.contains(key), var way = try records.way(key), way.account == current.account,
      way.signsIn, way.opens
    else { return }
    way.needsRewrapSince = environment.now()
    try records.update(way)
    try records.append(AuditEntry(.keyNeedsRewrap, account: way.account, credential: key, at: environment.now()))
  }
}
