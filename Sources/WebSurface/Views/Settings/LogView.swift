import AccountService
import Flows
import Foundation
import Model
import Sentences

/// The events of an account, with one line and one sentence for each event.
struct LogView {
  let log: Accounts.Log

  var rows: [[String: Any]] {
    log.entries.map { entry in
      let moment = Moment(date: entry.at, now: log.at)
      var row: [String: Any] = [
        "sentence": entry.event.sentence.said, "time": moment.dayAndTime.said, "machine": moment.machine,
        "code": entry.event.rawValue,
      ]
      if let key = entry.credential, let label = log.names[key] {
        row["key"] = KeyName.sentence(label, isCard: log.unnamedCards.contains(key)).said
      }
      return row
    }
  }

  /// A page of the whole log, with links to the pages beside it.
  var values: [String: Any] {
    let number = log.page, path = SettingsRoom.activity.path
    var values: [String: Any] = [
      "happened": rows, "isEmpty": log.entries.isEmpty && !log.isTrimmed,
      "isTrimmed": log.isTrimmed, "hasMore": number > 1 || log.goesOn,
    ]
    if number > 1 { values["newer"] = "\(path)?page=\(number - 1)" }
    if log.goesOn { values["older"] = "\(path)?page=\(number + 1)" }
    return values
  }
}
