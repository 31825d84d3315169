import type { DiskSpace, MetricSource } from '../../ports/metrics.ts';

const everyMs = 30_000;

/** Reads the space of the data folder's disk every 30 seconds; the source gives the last reading. */
export function followDisk(
  read: () => Promise<DiskSpace>,
  onError: (error: unknown) => void,
): { readonly source: MetricSource; stop(): void } {
  let latest: DiskSpace | null = null;
  const look = () =>
    read().then(
      (space) => {
        latest = space;
      },
      (error: unknown) => {
        latest = null;
        onError(error);
      },
    );
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  void look();
  const gauge = (name: string, help: string, value: number | undefined) =>
    ({ name, help, type: 'gauge', samples: value === undefined ? [] : [{ value }] }) as const;
  return {
    source: () => [
      gauge('candor_disk_free_bytes', "Free space on the data folder's disk.", latest?.freeBytes),
      gauge('candor_disk_size_bytes', "Size of the data folder's disk.", latest?.totalBytes),
    ],
    stop: () => clearInterval(timer),
  };
}
