import { usableAccents } from '@candor/design/brand-accents';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

interface Accents {
  readonly accent: string;
  readonly pressed: string;
  readonly on: string;
}

/** Preview of the brand in both themes, by the contrast rule of the traders' app. */
export function BrandPreview({ name, accents }: { readonly name: string; readonly accents: Accents }) {
  return (
    <Box
      role="group"
      aria-label={text.company.preview}
      sx={{ display: 'grid', gap: 1.5, mt: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
    >
      <OnPage theme="light" label={text.company.previewLight} name={name} accents={accents} />
      <OnPage theme="dark" label={text.company.previewDark} name={name} accents={accents} />
    </Box>
  );
}

function OnPage(props: {
  readonly theme: 'light' | 'dark';
  readonly label: string;
  readonly name: string;
  readonly accents: Accents;
}) {
  const { theme, label, name, accents } = props;
  const isGiven = accents.accent !== '' || accents.pressed !== '' || accents.on !== '';
  const usable = usableAccents(accents, theme);
  const button = (background: string, colour: string) => ({
    bgcolor: background,
    color: colour,
    borderRadius: '12px',
    px: 1.5,
    py: 1,
    fontSize: '0.8125rem',
    fontWeight: 600,
    textAlign: 'center',
  });
  return (
    <Box
      data-theme={theme}
      sx={{
        bgcolor: 'var(--color-surface)',
        color: 'var(--color-text)',
        p: 2,
        borderRadius: '14px',
        border: '1px solid var(--color-border)',
      }}
    >
      <Typography variant="caption" sx={{ color: 'var(--color-text-2)' }}>
        {label}
      </Typography>
      <Typography sx={{ fontWeight: 650, fontSize: '1.0625rem', mb: 1, overflowWrap: 'anywhere' }}>{name}</Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
        <Box sx={button(usable?.accent ?? 'var(--color-accent)', usable?.on ?? 'var(--color-on-accent)')}>
          {text.company.previewBuy}
        </Box>
        <Box sx={button(usable?.pressed ?? 'var(--color-accent-pressed)', usable?.on ?? 'var(--color-on-accent)')}>
          {text.company.previewPressed}
        </Box>
      </Box>
      {isGiven && usable === null && (
        <Typography variant="caption" component="p" sx={{ color: 'var(--color-warning)', m: 0, mt: 1 }}>
          {text.company.unreadable}
        </Typography>
      )}
    </Box>
  );
}
