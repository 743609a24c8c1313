extension MeasurementRegistry {
  /// The media type of ``openMetrics``.
  public static let mediaType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

  /// The numbers at this moment, in the text format of OpenMetrics 1.0.
  public var openMetrics: String {
    var lines: [String] = []
    let counts = counts, distributions = distributions, levels = levels
    for family in Measured.Family.allCases {
      let name = family.rawValue
      let counters = counts.filter { $0.key.family == name }
      let histograms = distributions.filter { $0.key.family == name }
      let kind =
        if !counters.isEmpty { "counter" } else if !histograms.isEmpty { "histogram" } else if levels[name] != nil {
          "gauge"
        } else { String?.none }
      guard let kind else { continue }
      lines += ["# TYPE \(name) \(kind)", "# HELP \(name) \(family.help)"]
      for (series, value) in counters.sorted(by: { $0.key.text < $1.key.text }) {
        lines.append("\(name)_total\(series.text) \(value)")
      }
      for (series, value) in histograms.sorted(by: { $0.key.text < $1.key.text }) {
        for (bound, count) in zip(HistogramSeries.bounds, value.atMost) {
          lines.append("\(name)_bucket\(series.text(with: "le", "\(bound)")) \(count)")
        }
        lines.append("\(name)_bucket\(series.text(with: "le", "+Inf")) \(value.count)")
        lines.append("\(name)_count\(series.text) \(value.count)")
        lines.append("\(name)_sum\(series.text) \(value.sum)")
      }
      if let level = levels[name] { lines.append("\(name) \(level)") }
    }
    return (lines + ["# EOF", ""]).joined(separator: "\n")
  }
}

extension MeasurementRegistry.Series {
  var text: String { Self.text(labels) }
  func text(with name: String, _ value: String) -> String { Self.text(labels + [Label(name: name, value: value)]) }

  private static func text(_ labels: [Label]) -> String {
    guard !labels.isEmpty else { return "" }
    return "{" + labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
  }
  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
