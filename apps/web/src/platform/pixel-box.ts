/**
 * Where a browser emulates a device it reports an element's size in device pixels as if there were no scale, and the
 * chart, which trusts that, is drawn at half its sharpness. There the report is taken away, and the chart falls back to
 * the pixel ratio; a true report is left alone.
 */
export async function distrustPixelBox(): Promise<void> {
  const ratio = window.devicePixelRatio;
  if (ratio === 1 || !('devicePixelContentBoxSize' in ResizeObserverEntry.prototype)) return;
  const reported = await new Promise<number>((done) => {
    const observer = new ResizeObserver(([entry]) => {
      observer.disconnect();
      done((entry?.devicePixelContentBoxSize[0]?.inlineSize ?? 0) / Math.max(1, entry?.contentRect.width ?? 1));
    });
    observer.observe(document.body, { box: 'device-pixel-content-box' });
  });
  if (Math.abs(reported - ratio) > 0.1)
    Reflect.deleteProperty(ResizeObserverEntry.prototype, 'devicePixelContentBoxSize');
}
