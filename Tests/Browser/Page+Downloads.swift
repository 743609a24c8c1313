extension Page {
  /// Has the browser save what a person downloads in this tab, without asking where.
  public func saveDownloads(in folder: String) async throws {
    try await tools.saveDownloads(in: folder)
  }
}
