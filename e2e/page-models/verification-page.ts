import { Buffer } from 'node:buffer';
import type { Locator, Page } from 'playwright-core';

/** Page model of identity verification. */
export class VerificationPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async fillDetails(name: string, number: string): Promise<void> {
    await this.page.getByLabel('Full name').fill(name);
    await this.page.getByLabel('Passport / ID number').fill(number);
    await this.button('Continue').click();
    await this.heading('Photo of your ID').waitFor();
  }

  side(name: 'Front side' | 'Back side'): Locator {
    return this.page.getByRole('region', { name });
  }

  async choose(
    side: 'Front side' | 'Back side',
    file: { name: string; mimeType: string; buffer: Buffer },
  ): Promise<void> {
    await this.side(side).locator('input[type=file]').last().setInputFiles(file);
  }

  async take(
    side: 'Front side' | 'Back side',
    file: { name: string; mimeType: string; buffer: Buffer },
  ): Promise<void> {
    await this.choose(side, file);
    await this.side(side).getByText('Uploaded').waitFor();
  }

  /** Width and height of the uploaded picture, as the page shows it. */
  async sentSize(side: 'Front side' | 'Back side'): Promise<[number, number]> {
    return this.side(side)
      .locator('img')
      .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight] as [number, number]);
  }
}

/**
 * Makes a photograph like a phone's: a landscape JPEG marked as held upright (EXIF orientation 6). The browser paints it,
 * so no file is needed.
 */
export async function takePhoto(
  page: Page,
  width: number,
  height: number,
  hue: number,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const drawn = await page.evaluate(
    ([wide, high, colour]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [wide, high];
      const pen = canvas.getContext('2d');
      if (pen === null) throw new Error('This browser cannot draw.');
      pen.fillStyle = `hsl(${colour} 40% 80%)`;
      pen.fillRect(0, 0, wide, high);
      pen.fillStyle = '#223';
      for (let line = 0; line < 20; line += 1) pen.fillRect(wide / 10, (high / 24) * (line + 2), wide / 2, high / 60);
      return canvas.toDataURL('image/jpeg', 0.9);
    },
    [width, height, hue] as const,
  );
  const jpeg = Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64');
  const buffer = Buffer.concat([jpeg.subarray(0, 2), exifOrientation(6), jpeg.subarray(2)]);
  return { name: 'IMG_0042.JPG', mimeType: 'image/jpeg', buffer };
}

/** Makes the APP1 segment of a JPEG with the orientation only. */
function exifOrientation(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008', 'hex');
  const entry = Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, entry]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
