import AccountService
import Foundation
import Model
import Sentences

/// The events of an account, with one line and one sentence for each event.
struct LogView {
  static let path = "/safety/log"

  let log: Accounts.Log

  var rows: [[String: Any]] {
    log.entries.map { entry in
      let moment = Moment(date: entry.at, now: log.at)
      var row: [String: Any] = [
        "sentence": entry.event.sentence.said, "time": moment.dayAndTime.said, "machine": moment.machine,
        "code": entry.event.rawValue,
      ]
      if let name = entry.credential.flatMap({ log.names[$0] }), !name.isEmpty { row["key"] = name }
      return row
    }
  }

  /// A separate page with all events.
  var page: [String: Any] {
    let number = log.page
    var values: [String: Any] = [
      "title": say("What happened"), "register": "working", "back": Origin.safety.link, "happened": rows,
      "isEmpty": log.entries.isEmpty, "hasMore": number > 1 || log.goesOn,
    ]
    if number > 1 { values["newer"] = "\(Self.path)?page=\(number - 1)" }
    if log.goesOn { values["older"] = "\(Self.path)?page=\(number + 1)" }
    return values
  }
}
