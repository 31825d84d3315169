import Box from '@mui/material/Box';
import { renderSVG } from 'uqr';

/** A QR code, black on white in both themes so that every camera reads it. */
export function QrCode({ value, label }: { readonly value: string; readonly label: string }) {
  const source = `data:image/svg+xml,${encodeURIComponent(renderSVG(value, { border: 2 }))}`;
  return (
    <Box component="img" src={source} alt={label} sx={{ width: 208, height: 208, borderRadius: 2, bgcolor: '#fff' }} />
  );
}
