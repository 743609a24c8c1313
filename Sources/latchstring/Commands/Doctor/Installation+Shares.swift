import EscrowProvider
import Model
import Sentences
import Store

extension Installation {
  /// A provider's database that is not a file of its folder.
  static func shares(at address: PostgreSQLAddress) -> Finding {
    let topic: Sentence = "Shares"
    do {
      _ = try PostgreSQLProviderStore(address)
      if let todo = try DatabaseLook(address).findings.first(where: { !$0.isFine }) {
        return Finding(isFine: false, topic: topic, sentence: todo.sentence)
      }
      return Finding(
        isFine: true, topic: topic, sentence: "They are in a PostgreSQL database, which is as it has to be.")
    } catch let error as StoreError {
      return Finding(isFine: false, topic: topic, sentence: "The database cannot be opened: \(error.reason).")
    } catch {
      return Finding(isFine: false, topic: topic, sentence: "The database cannot be read.")
    }
  }
}
