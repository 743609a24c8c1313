import SimulatedCard
import Sentences

/// The reason why an order to a card cannot be started, with its own code and exit status.
public struct CardProblem: Error {
  public var result: CardResult
  public init(_ result: CardResult) { self.result = result }
}

extension CardResult {
  /// - Throws: `CardProblem` if the card's file cannot be used, or if a different program is using the file.
  public static func checkRehearsal(at path: String) throws {
    do { _ = try SimulatedCard(file: CardFile(path)) } catch { throw CardProblem(CardResult(error, of: path)) }
  }

  private init(_ error: SimulatedCardError, of path: String) {
    switch error.code {
    case .inUse:
      let sentence: Sentence = "The rehearsal card is in use by another program (Latchstring itself, if it is open)."
      self.init(status: 3, "in-use", "\(sentence) Close it, then try again.")
    case .damaged: self.init(status: 1, "damaged", "\(path): \(error.reason)")
    case .inaccessible: self.init(status: 1, "inaccessible", "\(path): \(error.reason) \(CardResult.seeToFile)")
    case .folder, .anotherVersion: self.init(status: 1, "inaccessible", "\(path): \(error.reason)")
    }
  }
}
