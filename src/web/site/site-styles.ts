// What the public pages wear: the product's colours and letters, without Mantine's sheets.
import '../layers.css'
import '../font.css'
import '../tokens.css'
import '../global.css'
import './site.css'
