extension UInt32 {
  /// The generation or revision after this one; `nil` after the last. This one comes from a database or a server, and no
  /// number in there ends a program.
  public var next: UInt32? { self == .max ? nil : self + 1 }
}
