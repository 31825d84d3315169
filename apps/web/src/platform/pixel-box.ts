/**
 * Hides the device-pixel size from the chart if it is wrong. A browser that emulates a device reports an element's size
 * in device pixels as if there were no scale, and the chart, which relies on it, would be painted at half its
 * sharpness; without it the chart uses the pixel ratio.
 */
export async function hideWrongPixelBox(): Promise<void> {
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
