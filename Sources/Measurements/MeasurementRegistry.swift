import CoreMetrics
import Synchronization

/// Keeps the numbers that ``Measured`` counts, and writes them as OpenMetrics text.
public final class MeasurementRegistry: Sendable {
  /// One number of a family, told apart by its labels.
  struct Series: Hashable, Sendable {
    var family: String, labels: [Label]
    struct Label: Hashable, Sendable { var name: String, value: String }
  }

  private let counters = Mutex<[Series: CountedSeries]>([:])
  private let histograms = Mutex<[Series: HistogramSeries]>([:])
  private let gauges = Mutex<[String: @Sendable () -> Int]>([:])

  public init() {}

  /// Installs the registry for the whole process. It may be called once.
  public func install() { MetricsSystem.bootstrap(self) }

  /// Adds a number that is asked for whenever somebody reads the text.
  public func gauge(_ family: Measured.Family, _ read: @escaping @Sendable () -> Int) {
    gauges.withLock { $0[family.rawValue] = read }
  }

  /// The numbers at this moment.
  var counts: [Series: Int64] { counters.withLock { $0.mapValues(\.value) } }
  var distributions: [Series: HistogramSeries.Distribution] {
    histograms.withLock { $0.mapValues(\.distribution) }
  }
  var levels: [String: Int] { gauges.withLock { $0 }.mapValues { $0() } }

  private static func series(_ label: String, _ dimensions: [(String, String)]) -> Series {
    Series(family: label, labels: dimensions.map { Series.Label(name: $0.0, value: $0.1) })
  }
}

extension MeasurementRegistry: MetricsFactory {
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    let series = Self.series(label, dimensions)
    return counters.withLock { counters in
      if let known = counters[series] { return known }
      let new = CountedSeries()
      counters[series] = new
      return new
    }
  }
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    histogram(label, dimensions)
  }
  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    histogram(label, dimensions)
  }

  private func histogram(_ label: String, _ dimensions: [(String, String)]) -> HistogramSeries {
    let series = Self.series(label, dimensions)
    return histograms.withLock { histograms in
      if let known = histograms[series] { return known }
      let new = HistogramSeries()
      histograms[series] = new
      return new
    }
  }

  // A series lasts as long as its process.
  public func destroyCounter(_ handler: any CounterHandler) {}
  public func destroyTimer(_ handler: any TimerHandler) {}
  public func destroyRecorder(_ handler: any RecorderHandler) {}
}

final class CountedSeries: CounterHandler {
  private let count = Atomic<Int64>(0)
  var value: Int64 { count.load(ordering: .relaxed) }
  func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
  func reset() { count.store(0, ordering: .relaxed) }
}

/// How long something took, in seconds.
final class HistogramSeries: TimerHandler, RecorderHandler {
  struct Distribution: Sendable {
    /// For each bound, how many were at most as long.
    var atMost = Array(repeating: Int64(0), count: HistogramSeries.bounds.count)
    var count: Int64 = 0, sum = 0.0
  }
  /// The upper bounds of the buckets, in seconds.
  static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private let held = Mutex(Distribution())
  var distribution: Distribution { held.withLock { $0 } }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) {
    held.withLock { held in
      for (index, bound) in Self.bounds.enumerated() where value <= bound { held.atMost[index] += 1 }
      held.count += 1
      held.sum += value
    }
  }
}
