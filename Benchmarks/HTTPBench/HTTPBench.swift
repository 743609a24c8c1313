import Foundation
import Store
import TestSite

/// Complete sign-ins per second (options and verification, written to a file) as a fraction of the rate of small reads
/// on the same server, and codes that a service exchanges as a multiple of sign-ins, alternately in the same run.
@main
struct HTTPBench {
  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-bench-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteStore(path: folder.appending(path: "store.sqlite").path)
    try await withSite(store: store, isTapped: false, hasServices: true) { site in
      let callers = try await Callers(site: site, count: 8)
      try await site.declare(OpenedService.client)
      _ = try await callers.exchanges(each: 5)
      _ = try await callers.rate(seconds: 1) { try await $0.look() }
      _ = try await callers.rate(seconds: 1) { try await $0.signIn() }
      var rounds: [(looks: Double, signIns: Double, exchanges: Double)] = []
      for _ in 0..<5 {
        rounds.append(
          (
            try await callers.rate(seconds: 2) { try await $0.look() },
            try await callers.rate(seconds: 2) { try await $0.signIn() }, try await callers.exchanges(each: 40)
          ))
      }
      let ratios = rounds.map { $0.signIns / $0.looks }.sorted(), looks = rounds.map(\.looks).sorted()[2],
        signIns = rounds.map(\.signIns).sorted()[2]
      print(String(format: "small reads a second                     %8.0f", looks))
      print(String(format: "whole sign-ins a second, durable         %8.0f", signIns))
      print(
        String(
          format: "whole sign-ins / small reads             %8.3f   (rounds %.3f to %.3f)", ratios[2], ratios[0],
          ratios[4]))
      let shares = rounds.map { $0.exchanges / $0.signIns }.sorted()
      print(String(format: "exchanged codes a second, durable        %8.0f", rounds.map(\.exchanges).sorted()[2]))
      print(
        String(
          format: "exchanged codes / whole sign-ins         %8.3f   (rounds %.3f to %.3f)", shares[2], shares[0],
          shares[4]))
    }
  }
}
