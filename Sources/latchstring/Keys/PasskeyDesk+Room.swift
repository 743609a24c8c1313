import PasskeyHands

extension PasskeyDesk {
  /// The passkeys in the data folder. They are looked for at each order, because they may be made at any time.
  static func ofThisComputer(_ settings: KeysSettings) -> PasskeyDesk {
    PasskeyDesk {
      guard let room = try KeysRoom.toLook(settings, person: KeysPerson.behindBrowser()) else { return nil }
      return (room.own, room.isDeviceBound)
    }
  }
}
