import Foundation
import TestPostgreSQL

/// What one `latchstring serve` carries: whole sign-ins (two requests each), durable, beside small reads of the same
/// server in the same run; with 1 to 256 clients, on both databases, with few accounts and with many.
///
/// Clients and database share the machine with the server. So rates are compared with small reads, and the processor's
/// time that the server takes for each is told beside them.
@main
struct StoreBench {
  static func main() async {
    do {
      try await measure(try Plan(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("StoreBench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func measure(_ plan: Plan) async throws {
    print("\(Machine.cores) cores, a load of \(Machine.load) before; \(plan.seconds) s for each rate")
    for kind in plan.kinds {
      var flat: [Double] = []
      for accounts in plan.accounts {
        flat.append(try await measure(kind, accounts: accounts, plan))
      }
      if flat.count > 1 {
        print(
          "  sign-ins a second by 16 clients, from the fewest accounts to the most: "
            + flat.map { text($0) }.joined(separator: ", "))
      }
    }
  }

  /// - Returns: Sign-ins a second by 16 clients.
  private static func measure(_ kind: DatabaseKind, accounts: Int, _ plan: Plan) async throws -> Double {
    let place = try await Place(kind)
    defer { place.end() }
    print("\n\(kind == .sqlite ? "SQLite" : "PostgreSQL"), \(accounts) accounts")
    var crowd = try await Crowd(at: place, clients: plan.clients.max() ?? 16)
    let before = try place.bytes().database
    try await place.fill(with: accounts)
    let each = (try place.bytes().database - before) / accounts
    try await place.restart()
    print("  bytes for an account with a passkey and a session: \(each)")
    print("  memory before the first request: \(place.memory) MiB")
    let isFirst = accounts == plan.accounts.first
    let rates = try await crowd.rates(isFirst ? plan.clients : [1, 16], place, plan)
    if isFirst { try await crowd.atRandom(rates, plan) }
    try await crowd.bytes(place)
    print("  memory after it all: \(place.memory) MiB")
    if isFirst { try await crowd.flood(place, plan) }
    if isFirst, kind == .postgreSQL {
      print("  entries of the audit log that get their places: \(text(try await place.placed(20_000))) a second")
    }
    return rates.first { $0.clients == 16 }?.signIns.rate ?? .nan
  }
}

/// What is measured.
struct Plan {
  var kinds = DatabaseKind.allCases
  var accounts = [1_000, 100_000]
  var clients = [1, 16, 64, 256]
  var seconds = 5.0

  /// Understands `sqlite`, `postgresql`, `million`, and `short`.
  init(_ arguments: ArraySlice<String>) throws {
    for argument in arguments {
      switch argument {
      case "sqlite": kinds = [.sqlite]
      case "postgresql": kinds = [.postgreSQL]
      case "million": accounts = [1_000, 100_000, 1_000_000]
      case "short": (accounts, clients, seconds) = ([1_000], [1, 16], 1)
      default: throw BenchError("What is \(argument)? It is sqlite, postgresql, million, or short.")
      }
    }
  }
}

/// The reason why nothing is measured, as a sentence for whoever runs it.
struct BenchError: Error, CustomStringConvertible {
  let description: String
  init(_ sentence: String) { description = sentence }
}

func text(_ value: Double, digits: Int = 0) -> String { String(format: "%.\(digits)f", value) }
