import HandsTools
import Model

/// Where these hands keep pairings, the pages they know and the card to practice with: in the data folder, for its owner alone.
struct HandsFolder {
  let path: String

  init(in data: String) throws {
    path = data + "/hands"
    do { try OwnerFolder.make(path) } catch {
      throw ConfigurationProblem("data is \(data), and no folder for the card reader can be made in it.")
    }
  }

  var pairings: String { path + "/pairings.json" }
  var pages: String { path + "/pages.json" }
  var rehearsalCard: String { path + "/rehearsal-card.json" }
  /// What a terminal's vault has seen of each account.
  var seen: String { path + "/seen.json" }
}
