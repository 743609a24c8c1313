import Browser
import Foundation
import Person
import TestSite

/// Takes the pictures in docs/screens from the running program, in a real browser, by doing what a person does.
/// Arguments: the folder, and which walks to take, if not all.
@main
struct Screenshots {
  static func main() async throws {
    let folder = URL(filePath: CommandLine.arguments.dropFirst().first ?? "docs/screens")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let named = CommandLine.arguments.dropFirst(2).compactMap(Walk.init)
    for size in Size.all {
      for walk in named.isEmpty ? Walk.allCases : named {
        switch walk {
        case .signIn: try await walkSignIn(size, folder)
        case .keys: try await walkKeys(size, folder)
        case .cards: try await walkCards(size, folder)
        case .escrow: try await EscrowWalk(size: size, folder: folder).walk()
        }
      }
    }
  }
  private enum Walk: String, CaseIterable { case signIn = "sign-in", keys, cards, escrow }

  private static func walkSignIn(_ size: Size, _ folder: URL) async throws {
    try await withSite { site in
      try await withPage { (page) async throws in
        try await Walker(page: page, site: site, camera: Camera(page: page, size: size, folder: folder)).walk()
      }
    }
  }

  /// Uses two browsers: after several requests that were cancelled without a touch, a simulated key refuses
  /// permanently.
  private static func walkKeys(_ size: Size, _ folder: URL) async throws {
    try await withKeyRing { ring in
      let camera = Camera(page: ring.page, size: size, folder: folder)
      try await camera.setUp()
      try await FirstKeyWalk(ring: ring, camera: camera).walk()
    }
    try await withKeyRing { ring in
      let camera = Camera(page: ring.page, size: size, folder: folder)
      try await camera.setUp()
      let words = try await SecondKeyWalk(ring: ring, camera: camera).walk()
      try await RecoveryWalk(ring: ring, camera: camera, words: words).walk()
    }
  }

  private static func walkCards(_ size: Size, _ folder: URL) async throws {
    try await withCardVisit { visit in
      let camera = Camera(page: visit.page, size: size, folder: folder)
      try await camera.setUp()
      try await CardWalk(visit: visit, camera: camera).walk()
    }
  }
}
