import Foundation

/// The wrong passwords that were tried lately with the names that share a place.
public struct Guesses: Hashable, Sendable {
  /// The number of places. Names are spread over them by a key, so that guesses at made-up names take no more room.
  public static let places = 1 << 16

  public var tries: Int
  public var lastAt: Date
  /// Stands for the one name that was tried; `nil` if there were several.
  public var mark: [UInt8]?

  public init(tries: Int, lastAt: Date, mark: [UInt8]?) {
    self.tries = tries; self.lastAt = lastAt; self.mark = mark
  }
}

public protocol GuessRecords {
  /// Returns the guesses that were noted in a place, from 0 to `Guesses.places` - 1.
  func guesses(at place: Int) throws -> Guesses?
  /// Writes the guesses of a place, or that there are none.
  func note(_ guesses: Guesses?, at place: Int) throws
  func deleteGuesses(notTriedSince: Date) throws
}
