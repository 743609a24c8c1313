import Browser
import Foundation
import TestSite

/// Takes the pictures in docs/screens from the running program, in the real browser, by doing what a person does.
@main
struct Screenshots {
  static func main() async throws {
    let folder = URL(filePath: CommandLine.arguments.dropFirst().first ?? "docs/screens")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for size in Size.all {
      try await withSite { site in
        try await withPage { (page) async throws in try await Walker(page: page, site: site, size: size, folder: folder).walk() }
      }
    }
  }
}

struct Size {
  var width: Int, height: Int
  static let all = [Size(width: 393, height: 852), Size(width: 1280, height: 800)]
}
