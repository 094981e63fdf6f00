import classes from './Logo.module.css'

/** The mark is the document itself: a sheet with its red box. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 24 28" width="21" height="24" aria-hidden="true" className={classes.mark}>
        <path d="M2 1.5h20v25H2z" className={classes.sheet} />
        <path d="M12.5 4.5h6.5v5h-6.5z" className={classes.box} />
        <path d="M5.5 14.5h13M5.5 18h13M5.5 21.5h7" className={classes.lines} />
      </svg>
      Folio
    </span>
  )
}
